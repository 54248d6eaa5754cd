import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '#web/graphql/use-write.ts';
import { number } from '#web/i18n/formats.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { isoOf } from '#web/parts/lists-of-text.ts';
import { notify } from '#web/shell/notify.ts';
import { useWebhooksWords } from '../webhooks/words.ts';
import { ReplayWebhookDocument } from './webhook.generated.ts';

/** Delivers the events of a period once more. */
export function Replay({ id, opened, close }: { id: string; opened: boolean; close: () => void }) {
  const words = useWebhooksWords();
  const form = useForm({
    initialValues: { from: '', to: '' },
    validate: { from: (value) => (value ? null : words.from), to: (value) => (value ? null : words.until) },
  });
  const replay = useWrite(ReplayWebhookDocument, undefined, form);
  const submit = form.onSubmit(async ({ from, to }) => {
    const input = { from: isoOf(from) ?? '', to: isoOf(to) ?? '' };
    const answer = (await replay.run({ id, input }))?.replayWebhook;
    if (!answer) return;
    close();
    void notify({ message: words.replayed(number(answer.count)), role: 'status' });
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.replay}
      submit={words.replay}
      running={replay.running}
      onSubmit={submit}
    >
      <div>{words.replayText}</div>
      <TextInput label={words.from} type="datetime-local" {...form.getInputProps('from')} />
      <TextInput label={words.until} type="datetime-local" {...form.getInputProps('to')} />
    </FormDialog>
  );
}
