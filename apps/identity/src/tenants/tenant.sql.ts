import { prepared, type PreparedStatement } from '#libs/core/persistence';

/** Tenants, each with its deletion if its owner deletes it. */
export const TENANTS_WITH_DELETION = 'tenant t left join tenant_deletion d on d.tenant_id = t.id';

/** A tenant that waits to be deleted is as a suspended one, whatever it was before. */
export const EFFECTIVE_STATUS = `case when d.tenant_id is null then t.status else 'suspended' end`;

/** Read by each `GET /api/auth/me`; in the order in which the user joined. Parameters: the user. */
export const LIST_OF_USER: PreparedStatement = prepared(
  'tenants-of-user',
  `select t.id, t.slug, t.name, m.role, ${EFFECTIVE_STATUS} as status, t.plan, t.products, d.due_at as "deletesAt"
           from ${TENANTS_WITH_DELETION} join membership m on m.tenant_id = t.id
          where m.user_id = $1 order by m.joined_at, t.id`,
);
