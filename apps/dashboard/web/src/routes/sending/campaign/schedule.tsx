import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '#web/graphql/use-write.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { isoOf } from '#web/parts/lists-of-text.ts';
import { useCampaignsWords } from '../campaigns/words.ts';
import { StartCampaignDocument } from './campaign.generated.ts';

/** Sets the time at which a campaign starts. */
export function Schedule({ id, opened, close }: { id: string; opened: boolean; close: () => void }) {
  const words = useCampaignsWords();
  const form = useForm({
    initialValues: { sendAt: '' },
    validate: { sendAt: (value) => (value ? null : words.need) },
  });
  const start = useWrite(StartCampaignDocument, undefined, form);
  const submit = form.onSubmit(async ({ sendAt }) => {
    if (await start.run({ id, input: { sendAt: isoOf(sendAt) } })) close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.schedule}
      submit={words.schedule}
      running={start.running}
      onSubmit={submit}
    >
      <TextInput label={words.sendAt} type="datetime-local" data-autofocus {...form.getInputProps('sendAt')} />
    </FormDialog>
  );
}
