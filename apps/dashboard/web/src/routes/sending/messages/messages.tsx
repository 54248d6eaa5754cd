import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Download, Mail, MessageSquare, Send, Smartphone } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { ChoiceField, DateField, SearchField, StatusField } from '#web/parts/filter-fields.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Screen, Toolbar } from '#web/parts/screen.tsx';
import { BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { useSession } from '#web/shell/session.ts';
import { MessagesDocument } from './messages.generated.ts';
import styles from './messages.module.css';
import { withTimes } from './times.ts';
import { useMessagesWords } from './words.ts';

const PAGE = 100;
const FILTERS = [
  'q',
  'status',
  'channel',
  'tag',
  'environment',
  'campaign',
  'recipient',
  'template',
  'from',
  'to',
] as const;
const STATUSES = [
  'queued',
  'processing',
  'sending',
  'sent',
  'delivered',
  'failed',
  'undelivered',
  'bounced',
  'complained',
  'cancelled',
] as const;
const LIVE = ['messages'] as const;
const ICONS = { email: Mail, sms: MessageSquare, push: Smartphone } as const;

export default function Messages() {
  const words = useMessagesWords();
  const common = useCommon();
  const { tenant } = useSession();
  const [filters, setFilters] = useFilters(FILTERS);
  const sort = useSort(['newest', 'oldest']);
  const asked = withTimes(filters);
  const read = usePages(MessagesDocument, { first: PAGE, sort: sort.current, ...asked }, 'messages');
  const exported = new URLSearchParams({ format: 'csv', 'x-service-tenant': tenant.id, ...asked }).toString();
  const filtered = Object.keys(filters).length > 0;
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <Button
          component="a"
          variant="default"
          href={`/rest/platform/api/messages/export?${exported}`}
          leftSection={<Download size={16} aria-hidden />}
        >
          {words.export}
        </Button>
      }
    >
      <Toolbar>
        <SearchField label={words.search} value={filters.q} change={(q) => setFilters({ q })} />
        <StatusField statuses={STATUSES} value={filters.status} change={(status) => setFilters({ status })} />
        <ChoiceField
          label={words.channel}
          value={filters.channel}
          change={(channel) => setFilters({ channel })}
          options={(['email', 'sms', 'push'] as const).map((value) => ({ value, label: words[value] }))}
        />
        <ChoiceField
          label={words.environment}
          value={filters.environment}
          change={(environment) => setFilters({ environment })}
          options={(['live', 'test'] as const).map((value) => ({ value, label: words[value] }))}
        />
        <SearchField
          label={words.tag}
          placeholder={words.tagHint}
          value={filters.tag}
          change={(tag) => setFilters({ tag })}
          search={false}
        />
        <SearchField
          label={words.recipient}
          value={filters.recipient}
          change={(recipient) => setFilters({ recipient })}
          search={false}
        />
        <DateField label={words.since} value={filters.from} change={(from) => setFilters({ from })} />
        <DateField label={words.until} value={filters.to} change={(to) => setFilters({ to })} />
        {filtered && (
          <Button variant="subtle" onClick={() => setFilters(Object.fromEntries(FILTERS.map((name) => [name, null])))}>
            {common.clearFilters}
          </Button>
        )}
      </Toolbar>
      <Card flush>
        <PagedRows
          label={words.title}
          read={read}
          sort={sort}
          live={LIVE}
          keyOf={({ id }) => id}
          link={({ id }) => `/messages/${id}`}
          columns={[
            {
              title: words.to,
              width: '2fr',
              cell: ({ channel, to }) => <Recipient channel={channel} to={to} label={words[channel]} />,
            },
            { title: words.subject, width: '3fr', cell: ({ subject }) => subject || words.noSubject },
            { title: common.status, width: '150px', cell: ({ status }) => <StatusBadge status={status} /> },
            {
              title: common.created,
              width: '180px',
              end: true,
              sort: BY_TIME,
              cell: ({ createdAt }) => <When at={createdAt} />,
            },
          ]}
          empty={
            filtered ? (
              <Empty title={common.noMatch} />
            ) : (
              <Empty
                title={words.empty}
                icon={Send}
                action={
                  <Button component={Link} to="/send">
                    {words.send}
                  </Button>
                }
              >
                {words.emptyLead}
              </Empty>
            )
          }
        />
      </Card>
    </Screen>
  );
}

function Recipient({ channel, to, label }: { channel: keyof typeof ICONS; to: string; label: string }) {
  const Icon = ICONS[channel];
  return (
    <span className={styles.recipient}>
      <Icon size={16} role="img" aria-label={label} />
      <span>{to}</span>
    </span>
  );
}
