import { Drawer } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import type { PagedRead } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Facts } from '#web/parts/facts.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card } from '#web/parts/screen.tsx';
import { Source } from '#web/parts/source.tsx';
import { Empty } from '#web/parts/states.tsx';
import { OF_TIME, When } from '#web/parts/when.tsx';
import type { AuditEntriesQuery } from './audit.generated.ts';
import styles from './audit.module.css';
import { useAuditWords } from './words.ts';

type OwnEntry = NonNullable<AuditEntriesQuery['auditEntries']>['edges'][number]['node'];
/** The log of the platform has users of all accounts, whose names an operator's account does not have. */
type Entry = Omit<OwnEntry, 'author'> & Partial<Pick<OwnEntry, 'author'>>;

/** Entries of an audit log; one is shown whole beside the list. */
export function AuditList({ read, filtered }: { read: PagedRead<Entry>; filtered: boolean }) {
  const words = useAuditWords();
  const common = useCommon();
  const [shown, setShown] = useState<Entry | null>(null);
  return (
    <Card flush>
      <PagedRows
        label={words.title}
        read={read}
        keyOf={({ id }) => id}
        columns={[
          {
            title: words.action,
            width: '2fr',
            cell: (entry) => (
              <button type="button" className={styles.open} onClick={() => setShown(entry)}>
                {entry.action}
              </button>
            ),
          },
          { title: words.actor, width: '2fr', cell: (entry) => nameOf(entry) },
          { title: words.object, width: '2fr', wide: true, cell: ({ object }) => `${object.type} ${object.id}` },
          { title: 'IP', wide: true, cell: ({ ip }) => ip },
          { title: words.when, ...OF_TIME, cell: ({ occurredAt }) => <When at={occurredAt} /> },
        ]}
        empty={<Empty title={filtered ? common.noMatch : words.empty} icon={ScrollText} />}
      />
      <Drawer opened={shown !== null} onClose={() => setShown(null)} position="right" size="lg" title={words.entry}>
        {shown && <Whole entry={shown} />}
      </Drawer>
    </Card>
  );
}

const nameOf = ({ author, actor }: Entry): string => author?.name || author?.email || (actor?.id ?? actor?.kind ?? '–');

function Whole({ entry }: { entry: Entry }) {
  const words = useAuditWords();
  return (
    <div className={styles.entry}>
      <Facts
        of={[
          [words.action, entry.action],
          [words.actor, entry.author && `${entry.author.name} <${entry.author.email}>`],
          [words.actorId, [entry.actor?.kind, entry.actor?.id].filter(Boolean).join(' ')],
          [words.object, `${entry.object.type} ${entry.object.id}`],
          [words.tenant, entry.tenantId],
          [words.reason, entry.reason],
          ['IP', entry.ip],
          [words.when, <When key="when" at={entry.occurredAt} />],
        ]}
      />
      {entry.before && <Source text={JSON.stringify(entry.before, null, 2)} label={words.before} />}
      {entry.after && <Source text={JSON.stringify(entry.after, null, 2)} label={words.after} />}
    </div>
  );
}
