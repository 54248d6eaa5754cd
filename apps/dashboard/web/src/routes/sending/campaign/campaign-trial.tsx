import { Button } from '@mantine/core';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '#web/graphql/use-write.ts';
import { FormButtons } from '#web/parts/dialogs.tsx';
import { Facts } from '#web/parts/facts.tsx';
import { Preview } from '#web/parts/preview.tsx';
import { Source } from '#web/parts/source.tsx';
import { useCampaignsWords } from '../campaigns/words.ts';
import { TestSend } from '../test-send.tsx';
import styles from './campaign.module.css';
import {
  PreviewCampaignDocument,
  type PreviewCampaignMutation,
  SendTestOfCampaignDocument,
} from './campaign-trial.generated.ts';

interface CampaignTrialProps {
  id: string;
  /** What is written, shown until the server has filled it in. */
  html: string | null | undefined;
  text: string | null | undefined;
  /** True if it differs from what is saved, which is what the server fills in. */
  isChanged: boolean;
}

/** A saved campaign as one of its recipients will see it, and a test of it. */
export function CampaignTrial({ id, html, text, isChanged }: CampaignTrialProps) {
  const words = useCampaignsWords();
  const [filled, setFilled] = useState<PreviewCampaignMutation['previewCampaign']>(null);
  const preview = useWrite(PreviewCampaignDocument);
  const test = useWrite(SendTestOfCampaignDocument, words.tested);
  const fill = async () => setFilled((await preview.run({ id }))?.previewCampaign ?? null);
  const shown = isChanged || !filled ? { html, text } : filled;
  return (
    <div className={styles.trial}>
      <FormButtons>
        <Button
          variant="default"
          loading={preview.running}
          disabled={isChanged}
          onClick={() => void fill()}
          leftSection={<Eye size={16} aria-hidden />}
        >
          {words.fill}
        </Button>
        {!isChanged && <TestSend run={({ to }, idempotencyKey) => test.run({ id, input: { to }, idempotencyKey })} />}
      </FormButtons>
      {isChanged && <p>{words.saveFirst}</p>}
      {!isChanged && filled && (
        <Facts
          of={[
            [words.filledFor, filled.to ?? words.madeUp],
            [words.subject, filled.subject],
          ]}
        />
      )}
      {shown.html ? <Preview html={shown.html} /> : <Source text={shown.text ?? ''} label={words.preview} />}
    </div>
  );
}
