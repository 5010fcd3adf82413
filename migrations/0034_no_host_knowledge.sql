-- Which text repeats on a host is no longer learned: on real hosts, no article gained by it.
drop table traces_to_review, host_knowledge, hosts_known;
