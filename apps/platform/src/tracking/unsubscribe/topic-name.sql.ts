import { maybe, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/* Members of a list know its name if they were asked for a confirmation. */
const NAME = `
  select name from topic where tenant_id = $1 and id = $2
  union all
  select name from contact_list where tenant_id = $1 and id = $2 and double_opt_in`;

/** The name of a topic, or of a list, as its recipients know it; null if they do not. */
export async function findNameOfTopic(
  tx: SqlExecutor,
  tenantId: TenantId,
  topic: Id<'top' | 'lst'>,
): Promise<string | null> {
  return (await maybe<{ name: string }>(tx, NAME, [tenantId, topic]))?.name ?? null;
}
