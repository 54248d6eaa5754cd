import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Trash2 } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { TenantLink } from '../tenant-link.tsx';
import { TenantDeletionsDocument } from './deletions.generated.ts';
import { type Removed, removedIn, stateOf } from './removed.ts';
import { useDeletionsWords } from './words.ts';

/** Room for a day in every language of the page. */
const DAY = '132px';

/** The deletions of accounts: those that wait for their day, those under way, those that are done. */
export default function Deletions() {
  const words = useDeletionsWords();
  const common = useCommon();
  const read = usePages(TenantDeletionsDocument, {}, 'tenantDeletions');
  return (
    <Screen title={words.title} lead={words.lead}>
      <Card flush>
        <PagedRows
          label={words.title}
          read={read}
          keyOf={({ id }) => id}
          columns={[
            {
              title: words.account,
              width: '2fr',
              cell: ({ tenantId, finishedAt }) => (finishedAt ? <code>{tenantId}</code> : <TenantLink id={tenantId} />),
            },
            { title: common.status, width: '128px', cell: (deletion) => <StatusBadge status={stateOf(deletion)} /> },
            { title: words.awaited, wide: true, cell: ({ awaited }) => awaited.join(', ') || '–' },
            {
              title: words.requested,
              width: DAY,
              wide: true,
              end: true,
              cell: ({ requestedAt }) => <When at={requestedAt} day />,
            },
            { title: words.due, width: DAY, end: true, cell: ({ dueAt }) => <When at={dueAt} day /> },
            {
              title: words.finished,
              width: DAY,
              wide: true,
              end: true,
              cell: ({ finishedAt }) => (finishedAt ? <When at={finishedAt} day /> : '–'),
            },
            {
              title: '',
              width: '90px',
              actions: true,
              cell: ({ tenantId, answers }) => <Details of={tenantId} removed={removedIn(answers)} />,
            },
          ]}
          empty={<Empty title={words.empty} icon={Trash2} />}
        />
      </Card>
    </Screen>
  );
}

function Details({ of: account, removed }: { of: string; removed: readonly Removed[] }) {
  const words = useDeletionsWords();
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" variant="subtle" aria-label={`${words.details}: ${account}`} onClick={open}>
        {words.details}
      </Button>
      <Modal opened={opened} onClose={close} title={words.of(account)} size="lg">
        {removed.length === 0 ? (
          <Empty title={words.nothing} />
        ) : (
          <Rows
            label={words.removed}
            rows={removed}
            keyOf={({ app, table }) => `${app} ${table}`}
            columns={[
              { title: words.table, width: '2fr', cell: ({ table }) => <code>{table}</code> },
              { title: words.app, cell: ({ app }) => app },
              { title: words.rows, end: true, cell: ({ count }) => number(count) },
            ]}
          />
        )}
      </Modal>
    </>
  );
}
