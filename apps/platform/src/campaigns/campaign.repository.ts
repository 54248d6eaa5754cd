import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstIdAt, startBefore, toPage, type Page, type TenantId } from '#libs/persistence';
import type { Campaign, CampaignContact, CampaignContent, CampaignProgress, CampaignStatus } from './campaign.js';

const COLUMNS = `id, name, status, environment, list_id as "listId", content, send_at as "sendAt", run, reached,
  recipients, accepted, skipped, failed, error, created_at as "createdAt", updated_at as "updatedAt",
  started_at as "startedAt", ended_at as "endedAt"`;

/** Ids made in a burst run a little ahead of the clock. */
const AHEAD_MS = 3_600_000;

export type NewCampaign = Pick<Campaign, 'id' | 'name' | 'environment' | 'listId' | 'content'>;

/** What a step of a campaign's life changes beside its status; what is undefined stays. */
export interface StatusChange {
  to: CampaignStatus;
  sendAt?: Date | null;
  content?: CampaignContent;
  error?: string | null;
  isNewRun?: boolean;
  starts?: boolean;
  ends?: boolean;
}

/** The rows of campaigns, inside a tenant's transaction. */
@Injectable()
export class CampaignRepository {
  async insert(tx: EntityManager, tenantId: TenantId, campaign: NewCampaign): Promise<Campaign> {
    const { id, name, environment, listId, content } = campaign;
    const [row] = await tx.query<[Campaign]>(
      `insert into campaign (tenant_id, id, name, environment, list_id, content) values ($1, $2, $3, $4, $5, $6)
       returning ${COLUMNS}`,
      [tenantId, id, name, environment, listId, JSON.stringify(content)],
    );
    return row;
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    const [row] = await tx.query<[{ count: number }]>(`select count(*)::int from campaign where tenant_id = $1`, [
      tenantId,
    ]);
    return row.count;
  }

  /** A page, newest first. */
  async page(
    tx: EntityManager,
    tenantId: TenantId,
    status: CampaignStatus | undefined,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<Campaign>> {
    const before = startBefore('cam', cursor) ?? firstIdAt('cam', new Date(Date.now() + AHEAD_MS));
    const rows = await tx.query<Campaign[]>(
      `select ${COLUMNS} from campaign
       where tenant_id = $1 and id < $2 and ($3::text is null or status = $3) order by id desc limit $4`,
      [tenantId, before, status ?? null, limit + 1],
    );
    return toPage(rows, limit);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Campaign | undefined> {
    const [row] = await tx.query<Campaign[]>(`select ${COLUMNS} from campaign where tenant_id = $1 and id = $2`, [
      tenantId,
      id,
    ]);
    return row;
  }

  /** The campaign, for this transaction alone until it ends. */
  async hold(tx: EntityManager, tenantId: TenantId, id: string): Promise<Campaign | undefined> {
    const [row] = await tx.query<Campaign[]>(
      `select ${COLUMNS} from campaign where tenant_id = $1 and id = $2 for update`,
      [tenantId, id],
    );
    return row;
  }

  /** Changes a draft that is held. */
  async change(
    tx: EntityManager,
    tenantId: TenantId,
    { id, name, listId, content }: Pick<Campaign, 'id' | 'name' | 'listId' | 'content'>,
  ): Promise<Campaign> {
    const [[row]] = await tx.query<[[Campaign], number]>(
      `update campaign set name = $3, list_id = $4, content = $5, updated_at = now()
       where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
      [tenantId, id, name, listId, JSON.stringify(content)],
    );
    return row;
  }

  /** Moves a campaign that is held to another status. */
  async move(tx: EntityManager, tenantId: TenantId, id: string, change: StatusChange): Promise<Campaign> {
    const { to, sendAt, content, error, isNewRun = false, starts = false, ends = false } = change;
    const [[row]] = await tx.query<[[Campaign], number]>(
      `update campaign c set status = $3, updated_at = now(),
         send_at = case when $4::boolean then $5::timestamptz else send_at end,
         content = coalesce($6::jsonb, content),
         error = case when $7::boolean then $8::text else error end,
         run = run + $9::boolean::int,
         started_at = case when $10::boolean then now() else started_at end,
         ended_at = case when $11::boolean then now() else ended_at end,
         recipients = case when $10::boolean then coalesce((
           select member_count from contact_list l where l.tenant_id = c.tenant_id and l.id = c.list_id), 0)
         else recipients end
       where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
      [
        tenantId,
        id,
        to,
        sendAt !== undefined,
        sendAt ?? null,
        content ? JSON.stringify(content) : null,
        error !== undefined,
        error ?? null,
        isNewRun,
        starts,
        ends,
      ],
    );
    return row;
  }

  /** Notes of a campaign that is held how far it has come, and adds to its counts. */
  async advance(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    reached: string,
    { accepted, skipped, failed }: Omit<CampaignProgress, 'recipients'>,
  ): Promise<void> {
    // Who joins the list on the way is counted as it is met.
    await tx.query(
      `update campaign set reached = $3, accepted = accepted + $4, skipped = skipped + $5, failed = failed + $6,
         recipients = greatest(recipients, accepted + skipped + failed + $4 + $5 + $6), updated_at = now()
       where tenant_id = $1 and id = $2`,
      [tenantId, id, reached, accepted, skipped, failed],
    );
  }

  /** The next members of a list, in the order of their ids. */
  async members(
    tx: EntityManager,
    tenantId: TenantId,
    listId: string,
    after: string,
    limit: number,
  ): Promise<CampaignContact[]> {
    return tx.query<CampaignContact[]>(
      `select c.id, c.email, c.phone, c.name, c.attributes
       from (
         select contact_id from contact_list_member
         where tenant_id = $1 and list_id = $2 and contact_id > $3 order by contact_id limit $4
       ) member cross join lateral (
         select * from contact where tenant_id = $1 and id = member.contact_id offset 0
       ) c order by c.id`,
      [tenantId, listId, after, limit],
    );
  }

  async isVerified(tx: EntityManager, tenantId: TenantId, domain: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select from sending_domain where tenant_id = $1 and name = $2 and verified_at is not null`,
      [tenantId, domain],
    );
    return rows.length > 0;
  }

  async remove(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.query(`delete from campaign where tenant_id = $1 and id = $2`, [tenantId, id]);
  }
}
