-- How precisely it is known when something ended; null where it is only known to be over by then.
alter table reading add column end_grain text;
