-- Names are read otherwise ("Ana's sister Kate", "Dr." and "doctor"): nodes have other ids, so all
-- that is derived from them is derived again.
delete from node;
delete from naming;
delete from edge;
delete from reading;
