import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { addressesOf } from '#web/parts/lists-of-text.ts';
import { SuppressedDocument } from './send.generated.ts';
import styles from './suppressed-notice.module.css';
import { AT_ONCE, blockedIn, variablesFor } from './suppressed.ts';
import { useSendWords } from './words.ts';

/** Milliseconds after the last letter when addresses are looked up. */
const PAUSE_MS = 400;
const MOST = 50;
/** A whole address or number: others are not looked up while they are written. */
const WHOLE = /^(\S+@\S+\.\S+|\+\d{8,15})$/;

/** Tells before a message is sent which of its recipients are suppressed. */
export function SuppressedNotice({ addresses }: { addresses: string }) {
  const words = useSendWords();
  const blocked = useSuppressed(addresses);
  if (blocked.length === 0) return null;
  return (
    <div className={styles.notice} role="alert">
      <TriangleAlert size={16} aria-hidden />
      <div>
        <strong>{words.suppressed(blocked.join(', '))}</strong>
        <p>{words.suppressedWhy}</p>
        <Link to="/audience" search={{ tab: 'suppressions', q: blocked[0] } as never}>
          {words.seeSuppressions}
        </Link>
      </div>
    </div>
  );
}

function useSuppressed(text: string): string[] {
  const client = useClient();
  const [later] = useDebouncedValue(text, PAUSE_MS);
  const [blocked, setBlocked] = useState<string[]>([]);
  useEffect(() => {
    const addresses = addressesOf(later)
      .filter((address) => WHOLE.test(address))
      .slice(0, MOST);
    let wanted = true;
    const parts = Array.from({ length: Math.ceil(addresses.length / AT_ONCE) }, (_, part) =>
      addresses.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
    );
    // An address that is not suppressed is answered as one that does not exist.
    const answers = parts.map((part) =>
      client.query(SuppressedDocument, variablesFor(part), { requestPolicy: 'network-only' }).toPromise(),
    );
    void Promise.all(answers).then((all) => {
      if (wanted) setBlocked(all.flatMap(({ data }) => blockedIn(data)));
    });
    return () => {
      wanted = false;
    };
  }, [client, later]);
  return blocked;
}
