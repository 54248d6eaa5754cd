import { StatusBadge } from '#web/parts/badge.tsx';
import { When } from '#web/parts/when.tsx';
import type { MessageQuery } from './message.generated.ts';
import styles from './timeline.module.css';

type Event = NonNullable<MessageQuery['message']>['events'][number];

/** What happened to a message, oldest first. */
export const Timeline = ({ events }: { events: readonly Event[] }) => (
  <ol className={styles.timeline}>
    {events.map(({ id, type, occurredAt, reason, detail }) => (
      <li key={id}>
        <StatusBadge status={type} />
        <span className={styles.at}>
          <When at={occurredAt} />
        </span>
        {(reason ?? detailOf(detail)) && <p className={styles.reason}>{reason ?? detailOf(detail)}</p>}
      </li>
    ))}
  </ol>
);

/** What an event adds in words: the link that was clicked, or what a server said. */
export function detailOf(detail: Record<string, unknown> | null | undefined): string | undefined {
  const said = detail?.['Link'] ?? detail?.['Url'] ?? detail?.['Response'] ?? detail?.['Diagnostic'];
  return typeof said === 'string' ? said : undefined;
}
