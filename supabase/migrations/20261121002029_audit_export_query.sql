/*
 * What an export asks depends on the counts of the log since these help with its keyword.
 */
alter function private.audit_export_query(private.audit_exports, bigint) stable;
