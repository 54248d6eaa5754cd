import { PageDraftRepository } from '../../apps/pages/src/drafts/page-draft.repository.js';
import { ENTITIES } from '../../apps/pages/src/entities.js';
import { EXPERIMENT_OF_VARIANTS } from '../../apps/pages/src/experiments/report/ab-totals.sql.js';
import { FormRepository } from '../../apps/pages/src/forms/form.repository.js';
import { LeadRepository } from '../../apps/pages/src/leads/lead.repository.js';
import { MediaRepository } from '../../apps/pages/src/media/media.repository.js';
import { LIST_TITLES } from '../../apps/pages/src/analytics/totals.sql.js';
import { PageRepository } from '../../apps/pages/src/pages/page.repository.js';
import { PageVersionRepository } from '../../apps/pages/src/pages/page-version.repository.js';
import { KNOWN_PATHS } from '../../apps/pages/src/publishing/dead-links.sql.js';
import { findSessions } from '../../apps/pages/src/replay/replay.sql.js';
import {
  FIND_CUBE,
  FIND_DAYS,
  FIND_LEADS_OF_VISITORS,
  FIND_SESSIONS,
  FIND_SKETCHES,
  LIST_FORM_FIELDS,
} from '../../apps/runtime/src/collect/commit/collector.sql.js';
import { ADD_CONVERSIONS, ADD_EXPOSURES } from '../../apps/runtime/src/experiments/exposures.sql.js';
import { ADD_CLICKS } from '../../apps/runtime/src/links/link-clicks.sql.js';
import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { filling, TEXT, textOf, UUID, uuidOf } from './filled-groups.js';
import { GROUP, group, type GroupsOfApp } from './groups.js';

const EXPERIMENT = textOf('exp', 1);
const TODAY = new Date().toISOString().slice(0, 10);
const DAY_MS = 86_400_000;
const YESTERDAY = new Date(Date.now() - DAY_MS);
const idsOf = (prefix: string) => GROUP.map((n) => textOf(prefix, n));
const visitors = GROUP.map((n) => `v${n}`);
const each = <T>(value: T): T[] => GROUP.map(() => value);

/** Ending of what is unique over all tenants: that of the tenant's id. */
const SLUG = `n || right($1, 8)`;
const DOMAIN = `'dom_' || right($1, 8)`;
const domainOf = (tenantId: TenantId) => `dom_${tenantId.slice(-8)}`;
/** Paths of pages, of redirects, and of links. */
const pathsOf = (tenantId: TenantId) => GROUP.map((n) => [`/${n}`, `/old/${n}`, `/r/${n}${tenantId.slice(-8)}`][n % 3]);

const FILLED = filling({
  page: { id: TEXT('pag'), slug: SLUG },
  page_version: { page_id: TEXT('pag'), number: '1', document: `'{}'` },
  page_draft: { page_id: TEXT('pag'), document: `'{}'` },
  published_page: { page_id: TEXT('pag'), slug: SLUG, domain_id: DOMAIN, path: `'/' || n` },
  site_redirect: { id: TEXT('red'), domain_id: DOMAIN, path: `'/old/' || n` },
  short_link: { id: TEXT('lnk'), slug: SLUG },
  media: { id: TEXT('med') },
  media_file: { media_id: TEXT('med'), name: `'1.avif'` },
  form: { id: TEXT('frm'), fields: `'[{"name":"email"}]'` },
  lead: { id: TEXT('led'), form_id: `'frm_' || n % 10`, external_id: `'e' || n`, is_spam: 'false' },
  lead_file: { lead_id: TEXT('led') },
  visitor_lead: { lead_id: TEXT('led'), visitor_id: `'v' || n`, at: 'now()' },
  session: {
    id: UUID,
    visitor_id: `'v' || n`,
    kept_days: '30',
    started_at: `now() - n % 2 * interval '1 day'`,
    last_at: 'now()',
  },
  total_day: { dimension: `'origem'`, page_id: TEXT('pag'), day: `current_date - n % 30`, value: 'n::text' },
  cube_day: {
    page_id: TEXT('pag'),
    day: `current_date - n % 30`,
    ...Object.fromEntries(
      ['utm_source', 'utm_medium', 'utm_campaign', 'country', 'device'].map((name) => [name, 'n::text']),
    ),
  },
  visitor_sketch: { page_id: TEXT('pag'), span: '1', starts: 'current_date' },
  experiment: { id: TEXT('exp'), page_id: TEXT('pag'), status: `'running'` },
  experiment_variant: { experiment_id: TEXT('exp'), id: TEXT('vrt'), version: '1' },
  experiment_exposure: { experiment_id: `'${EXPERIMENT}'`, phase: '1', visitor: 'n', variant_id: `'vrt_1'` },
});

const pages = new PageRepository();
const versions = new PageVersionRepository();
const drafts = new PageDraftRepository();
const media = new MediaRepository();
const forms = new FormRepository();
const leads = new LeadRepository();

const rowsOf = (hot: SqlExecutor, statement: string, values: unknown[]) => many(hot, statement, values);

/** Groups of Pages, and of the runtime, which counts visits of pages. */
export const PAGES: GroupsOfApp = {
  app: 'pages',
  entities: ENTITIES,
  filling: FILLED,
  groups: {
    'pages by their ids': group((tx, _, own) => pages.listByIds(tx, own, idsOf('pag'))),
    'versions of pages': group((tx, _, own) =>
      versions.listSummaries(
        tx,
        own,
        idsOf('pag').map((pageId) => ({ pageId, number: 1 })),
      ),
    ),
    'documents of versions': group((tx, _, own) =>
      versions.listDocuments(
        tx,
        own,
        idsOf('pag').map((pageId) => ({ pageId, number: 1 })),
        1_000_000,
      ),
    ),
    'versions of several pages': group((tx, _, own) =>
      versions.listPages(
        tx,
        own,
        idsOf('pag').map((pageId) => ({ pageId, limit: 10 })),
      ),
    ),
    'drafts of pages': group((tx, _, own) => drafts.listSummaries(tx, own, idsOf('pag'))),
    'documents of drafts': group((tx, _, own) => drafts.listDocuments(tx, own, idsOf('pag'), 1_000_000)),
    'titles of pages': group((_, hot, own) => rowsOf(hot, LIST_TITLES, [own, idsOf('pag')])),
    'paths of a host': group((_, hot, own) => rowsOf(hot, KNOWN_PATHS, [own, domainOf(own), pathsOf(own)])),
    'pictures by their ids': group((tx, _, own) => media.findAll(tx, own, idsOf('med'))),
    'files of pictures': group((tx, _, own) => media.listFiles(tx, own, idsOf('med'))),
    'forms by their ids': group((tx, _, own) => forms.listByIds(tx, own, idsOf('frm'))),
    'leads by their ids': group((tx, _, own) => leads.listByIds(tx, own, idsOf('led'))),
    'files of leads': group((tx, _, own) => leads.listFiles(tx, own, idsOf('led'))),
    'experiment of variants': group((_, hot, own) => rowsOf(hot, EXPERIMENT_OF_VARIANTS, [own, idsOf('vrt')])),
    'sessions of recordings': group((_, hot, own) =>
      findSessions(
        hot,
        own,
        GROUP.map((n) => ({ id: uuidOf(n), visitorId: `v${n}`, startedAt: new Date() })),
      ),
    ),
    'sessions of visitors': group((_, hot, own) =>
      rowsOf(hot, FIND_SESSIONS, [each(own), visitors, each(own), GROUP.map((n) => uuidOf(n + 1)), YESTERDAY]),
    ),
    'leads of visitors': group((_, hot, own) => rowsOf(hot, FIND_LEADS_OF_VISITORS, [each(own), visitors])),
    'sketches of visitors': group((_, hot, own) =>
      rowsOf(hot, FIND_SKETCHES, [each(own), idsOf('pag'), each(1), each(TODAY)]),
    ),
    'fields of forms': group((_, hot, own) => rowsOf(hot, LIST_FORM_FIELDS, [each(own), idsOf('frm')])),
    'totals of days': group((_, hot, own) =>
      rowsOf(hot, FIND_DAYS, [each(own), each('origem'), idsOf('pag'), each(TODAY), GROUP.map(String)]),
    ),
    'tuples of days': group((_, hot, own) =>
      rowsOf(hot, FIND_CUBE, [
        each(own),
        each(TODAY),
        idsOf('pag'),
        ...Array.from({ length: 5 }, () => GROUP.map(String)),
      ]),
    ),
    'exposures to variants': group((_, hot, own) =>
      rowsOf(hot, ADD_EXPOSURES, [each(own), idsOf('exp'), each(1), GROUP, each('vrt_1'), each(new Date())]),
    ),
    'conversions of visitors': group((_, hot, own) =>
      rowsOf(hot, ADD_CONVERSIONS, [
        each(own),
        each(EXPERIMENT),
        GROUP,
        GROUP.map((n) => (n % 2 > 0 ? n + 1 : null)),
        each(new Date()),
      ]),
    ),
    'clicks on links': group((_, hot, own) => rowsOf(hot, ADD_CLICKS, [each(own), idsOf('lnk'), each(1)])),
  },
};
