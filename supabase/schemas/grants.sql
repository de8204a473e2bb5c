-- Revokes the privilege to execute our functions from `public`, to which PostgreSQL grants it by default. The grants to
-- single roles in the other files remain. A later migration must revoke it for each function that it creates.
revoke all on all functions in schema public, private from public;
