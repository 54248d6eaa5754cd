import { SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { defineWords } from '#web/i18n/words.ts';
import styles from './screen.module.css';
import { Frame } from './source.tsx';
import { Loading, ProblemState } from './states.tsx';

const useWords = defineWords({
  en: { preview: 'Preview', desktop: 'Desktop', phone: 'Phone' },
  'pt-BR': { preview: 'Prévia', desktop: 'Computador', phone: 'Celular' },
  es: { preview: 'Vista previa', desktop: 'Computadora', phone: 'Teléfono' },
});

/** Milliseconds after the last change when the preview is drawn anew. */
const PAUSE_MS = 400;

/** HTML as a mail program would show it. The server keeps it for the frame, whose policy runs no script. */
export function Preview({ html }: { html: string }) {
  const words = useWords();
  const [phone, setPhone] = useState(false);
  const [shown, setShown] = useState<{ id: string } | 'failed' | null>(null);
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(() => void keep(html, control.signal).then(setShown, () => setShown('failed')), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [html]);
  return (
    <div className={styles.form}>
      <SegmentedControl
        aria-label={words.preview}
        value={phone ? 'phone' : 'desktop'}
        onChange={(value) => setPhone(value === 'phone')}
        data={[
          { value: 'desktop', label: words.desktop },
          { value: 'phone', label: words.phone },
        ]}
      />
      {shown === 'failed' ? (
        <ProblemState problem={{ code: 'ServiceUnavailable' }} />
      ) : shown ? (
        <Frame src={`/frame/preview/${shown.id}`} title={words.preview} phone={phone} />
      ) : (
        <Loading rows={8} />
      )}
    </div>
  );
}

async function keep(html: string, signal: AbortSignal): Promise<{ id: string } | null> {
  const response = await fetch('/frame/preview', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ html }),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (!response) return null;
  if (!response.ok) throw new Error(`The preview answers ${response.status}.`);
  return (await response.json()) as { id: string };
}
