import { Button } from '@mantine/core';
import { MessageSquare } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Confirm } from '#web/parts/dialogs.tsx';
import { StatusField } from '#web/parts/filter-fields.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { Card, Screen, Toolbar } from '#web/parts/screen.tsx';
import { BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { OF_TIME, When } from '#web/parts/when.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { TenantLink } from '../tenant-link.tsx';
import {
  ConfirmConsoleSenderDocument,
  ConsoleSendersDocument,
  RefuseConsoleSenderDocument,
} from './senders.generated.ts';
import { useConsoleSendersWords } from './words.ts';

/** The senders of texts of all accounts. Names are confirmed here, as no code can reach them. */
export default function Senders() {
  const words = useConsoleSendersWords();
  const common = useCommon();
  const [{ state }, setFilters] = useFilters(['state']);
  const sort = useSort(['newest', 'oldest']);
  const read = usePages(ConsoleSendersDocument, { state, sort: sort.current }, 'consoleSmsSenders');
  const confirm = useWrite(ConfirmConsoleSenderDocument, words.confirmed);
  const remove = useWrite(RefuseConsoleSenderDocument);
  const named = (name: string) => (name === 'number' || name === 'alphanumeric' ? words[name] : name);
  const confirmer = (name: string | null) => (name === 'code' || name === 'operator' ? words[name] : (name ?? '–'));
  return (
    <Screen title={words.title} lead={words.lead}>
      <Toolbar>
        <StatusField
          statuses={['pending', 'confirmed']}
          value={state}
          change={(value) => setFilters({ state: value })}
        />
      </Toolbar>
      <Card flush>
        <PagedRows
          label={words.title}
          read={read}
          sort={sort}
          keyOf={({ id }) => id}
          columns={[
            { title: words.sender, width: '2fr', cell: ({ value }) => <strong>{value}</strong> },
            { title: words.kind, width: '80px', wide: true, cell: ({ kind }) => named(kind) },
            { title: words.account, width: '1.5fr', cell: ({ tenantId }) => <TenantLink id={tenantId} /> },
            { title: common.status, width: '112px', cell: (sender) => <StatusBadge status={sender.state} /> },
            { title: words.by, width: '104px', wide: true, cell: ({ confirmedBy }) => confirmer(confirmedBy) },
            { title: common.created, ...OF_TIME, sort: BY_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
            {
              title: '',
              width: '124px',
              actions: true,
              cell: ({ id, value, ...sender }) => (
                <>
                  {sender.state === 'pending' && (
                    <Confirm
                      title={words.confirmTitle(value)}
                      confirm={words.confirm}
                      danger={false}
                      run={() => confirm.run({ id })}
                      trigger={(open) => (
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          aria-label={`${words.confirm}: ${value}`}
                          onClick={open}
                        >
                          {words.confirm}
                        </Button>
                      )}
                    >
                      {words.confirmText}
                    </Confirm>
                  )}
                  <RemoveButton what={value} title={words.removeTitle(value)} run={() => remove.run({ id })}>
                    {words.removeText}
                  </RemoveButton>
                </>
              ),
            },
          ]}
          empty={<Empty title={state ? common.noMatch : words.empty} icon={MessageSquare} />}
        />
      </Card>
    </Screen>
  );
}
