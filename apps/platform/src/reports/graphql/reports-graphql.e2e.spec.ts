import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { deepGraphqlNames } from '../../../../../test/support/graphql-names.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
let member: HttpClient;
let rival: HttpClient;

beforeAll(async () => {
  const tenant = await stack.createTenant();
  member = await tenant.session('member');
  rival = await (await stack.createTenant()).session();
  const template = { Name: 'News', Channel: 'email', Subject: 'Hi', Text: 'Hello' };
  const { body } = await member.post('/api/templates', template);
  const { Message: _, ...email } = tenant.email({ TemplateId: body.Template.Id, Tags: { kind: 'order' } });
  await member.post('/api/messages/send', { Channel: 'email', ...email });
});
const TOTALS = `accepted sent delivered failed bounced complained opened clicked unsubscribed humanOpened humanClicked
  uniqueOpened uniqueClicked`;
const RATES = 'sent delivered bounced complained opened clicked unsubscribed';
const BOTH = `totals { ${TOTALS} } rates { ${RATES} }`;
const CHANNELS = ['email', 'sms', 'push'].map((channel) => `${channel} { ${TOTALS} }`).join(' ');
const OVERVIEW = operation(
  'query',
  'reportOverview',
  { from: 'String', to: 'String', tag: 'String' },
  `from to ${BOTH} byChannel { ${CHANNELS} }`,
);
const SERIES = operation('query', 'reportTimeseries', { from: 'String', interval: 'String' }, `at ${TOTALS}`);
const GROUPS = operation('query', 'reportGroups', { by: 'String', key: 'String' }, `value ${BOTH}`);
const TOP = operation('query', 'reportTopTemplates', { limit: 'Int' }, `templateId name ${BOTH}`);

const FROM = new Date(Date.now() - 86_400_000).toISOString();
const TO = new Date(Date.now() + 3_600_000).toISOString();

describe('reports by GraphQL', () => {
  it('are those of REST', async () => {
    const rest = async (path: string) => deepGraphqlNames((await member.get(`/api/reports/${path}`)).body);
    const overview = await graphqlData(member, OVERVIEW, { from: FROM, to: TO });
    expect(overview.reportOverview).toEqual(await rest(`overview?from=${FROM}&to=${TO}`));
    expect(overview.reportOverview.byChannel.email.accepted).toBe(1);
    const { reportTimeseries } = await graphqlData(member, SERIES, { from: FROM, interval: 'day' });
    expect({ points: reportTimeseries }).toEqual(await rest(`timeseries?from=${FROM}&interval=day`));
    const { reportGroups } = await graphqlData(member, GROUPS, { by: 'tag', key: 'kind' });
    expect({ groups: reportGroups }).toEqual(await rest('groups?by=tag&key=kind'));
    expect(reportGroups).toMatchObject([{ value: 'kind:order', totals: { accepted: 1 } }]);
    const { reportTopTemplates } = await graphqlData(member, TOP);
    expect({ templates: reportTopTemplates }).toEqual(await rest('top-templates'));
    expect(reportTopTemplates).toMatchObject([{ name: 'News', totals: { accepted: 1 } }]);
  });

  it('refuse what REST refuses', async () => {
    expect(await graphqlCodes(member, SERIES, { interval: 'minute' })).toEqual(['InvalidParameter']);
    expect(await graphqlCodes(member, OVERVIEW, { from: TO, to: FROM })).toEqual(['InvalidParameter']);
    expect(await graphqlCodes(member, TOP, { limit: 101 })).toEqual(['InvalidParameter']);
    expect(await graphqlCodes(stack.anonymous, OVERVIEW)).toEqual(['AuthorizationError']);
  });

  it('count nothing of another account', async () => {
    expect((await graphqlData(rival, OVERVIEW)).reportOverview.totals.accepted).toBe(0);
    expect((await graphqlData(rival, TOP)).reportTopTemplates).toEqual([]);
    expect((await graphqlData(rival, GROUPS, { by: 'tag', key: 'kind' })).reportGroups).toEqual([]);
  });
});
