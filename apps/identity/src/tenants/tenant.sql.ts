import type { PreparedStatement } from '#libs/persistence';

/** Read by each `GET /api/auth/me`; in the order in which the user joined. Parameters: the user. */
export const LIST_OF_USER: PreparedStatement = {
  name: 'tenants-of-user',
  text: `select t.id, t.slug, t.name, m.role, t.status, t.plan, t.products
           from membership m join tenant t on t.id = m.tenant_id
          where m.user_id = $1 order by m.joined_at, t.id`,
};
