import { exec, type SqlExecutor } from '#libs/core/persistence';

const DELETE_PURGEABLE = `
  delete from mail_domain d
  where d.removed_at is not null
    and not exists (select from mailbox m where m.tenant_id = d.tenant_id and m.domain_id = d.id)`;

/** Deletes removed domains that no mailbox refers to. Runs as the system role. */
export async function deletePurgeable(tx: SqlExecutor): Promise<number> {
  return exec(tx, DELETE_PURGEABLE);
}
