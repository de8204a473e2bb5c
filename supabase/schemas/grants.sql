-- PostgreSQL lets every role execute a new function. This withdraws that from all functions at once, and leaves the
-- grants that the other files give to single roles. A later migration has to do it for each function that it creates.
revoke all on all functions in schema public, private from public;
