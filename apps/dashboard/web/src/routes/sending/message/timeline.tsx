import { StatusBadge } from '#web/parts/badge.tsx';
import { When } from '#web/parts/when.tsx';
import { useDiagnosis } from './diagnosis.ts';
import type { MessageQuery } from './message.generated.ts';
import styles from './timeline.module.css';
import { useMessageWords } from './words.ts';

type Event = NonNullable<MessageQuery['message']>['events'][number];

/** Events of a message, oldest first. A refusal of a mail server has the meaning of its code, and its words. */
export function Timeline({ events }: { events: readonly Event[] }) {
  const words = useMessageWords();
  const meaningOf = useDiagnosis();
  return (
    <ol className={styles.timeline}>
      {events.map(({ id, type, occurredAt, reason, code, detail }) => {
        const meaning = meaningOf(code);
        const said = reason ?? detailOf(detail);
        return (
          <li key={id}>
            <StatusBadge status={type} />
            <span className={styles.at}>
              <When at={occurredAt} />
            </span>
            {meaning && <p className={styles.meaning}>{meaning}</p>}
            {code && <p className={styles.reason}>{words.code(code)}</p>}
            {said && <p className={styles.reason}>{said}</p>}
          </li>
        );
      })}
    </ol>
  );
}

/** What an event adds in words: the link that was clicked, or what a server said. */
export function detailOf(detail: Record<string, unknown> | null | undefined): string | undefined {
  const said = detail?.['Link'] ?? detail?.['Url'] ?? detail?.['Response'] ?? detail?.['Diagnostic'];
  return typeof said === 'string' ? said : undefined;
}
