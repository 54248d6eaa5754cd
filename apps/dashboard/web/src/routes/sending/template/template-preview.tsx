import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/graphql/use-write.ts';
import { Form, FormButtons } from '#web/parts/dialogs.tsx';
import { pairsOf } from '#web/parts/lists-of-text.ts';
import { Preview } from '#web/parts/preview.tsx';
import { Card } from '#web/parts/screen.tsx';
import { Source } from '#web/parts/source.tsx';
import { TestSend } from '../test-send.tsx';
import { useTemplatesWords } from '../templates/words.ts';
import {
  PreviewTemplateDocument,
  type PreviewTemplateMutation,
  SendTestOfTemplateDocument,
} from './template.generated.ts';

interface TemplatePreviewProps {
  /** Undefined for one that is not saved yet. */
  id: string | undefined;
  html: string;
  text: string;
  variables: readonly string[];
  /** Only mails can be tried. */
  isMail: boolean;
}

/** A template as it is written, or as the server fills the saved one in. */
export function TemplatePreview({ id, html, text, variables, isMail }: TemplatePreviewProps) {
  const words = useTemplatesWords();
  const [typed, setTyped] = useState<string>();
  const [filled, setFilled] = useState<PreviewTemplateMutation['previewTemplate']>(null);
  const preview = useWrite(PreviewTemplateDocument);
  const values = typed ?? variables.map((name) => `${name}: `).join('\n');
  const fill = async () => {
    if (id) setFilled((await preview.run({ id, input: { data: pairsOf(values) ?? {} } }))?.previewTemplate ?? null);
  };
  const test = useWrite(SendTestOfTemplateDocument, words.tested);
  const shown = filled ?? { html, text, subject: null };
  return (
    <Card
      title={filled ? words.filled : words.preview}
      actions={
        id &&
        isMail && (
          <TestSend
            withSource
            run={({ to, source }, idempotencyKey) =>
              test.run({ id, input: { to, source, data: pairsOf(values) ?? {} }, idempotencyKey })
            }
          />
        )
      }
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void fill();
        }}
      >
        {id && variables.length > 0 && (
          <>
            <Textarea
              label={words.values}
              description={words.valuesHint}
              autosize
              value={values}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setFilled(null);
              }}
            />
            <FormButtons>
              <Button type="submit" variant="default" loading={preview.running}>
                {words.fill}
              </Button>
            </FormButtons>
          </>
        )}
        {shown.subject && <strong>{shown.subject}</strong>}
        {shown.html ? <Preview html={shown.html} /> : <Source text={shown.text ?? ''} label={words.preview} />}
      </Form>
    </Card>
  );
}
