import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '#web/graphql/use-write.ts';
import { number } from '#web/i18n/formats.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { notify } from '#web/shell/notify.ts';
import { ImportContactsDocument } from './audience.generated.ts';
import { rowsOf } from './import-rows.ts';
import { useAudienceWords } from './words.ts';

/** Adds many contacts from a text that is pasted in. */
export function Import({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useAudienceWords();
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (value) => (rowsOf(value).length > 0 ? null : words.noRows) },
  });
  const importing = useWrite(ImportContactsDocument);
  const submit = form.onSubmit(async ({ text }) => {
    const rows = rowsOf(text);
    const contacts = rows.map(({ email, name, phone }) => ({ email, name, phone }));
    const answer = (await importing.run({ input: { contacts } }))?.importContacts;
    if (!answer) return;
    const lines = answer.errors.map(({ index }) => rows[index]?.line).join(', ');
    void notify({
      title: words.imported(number(answer.created), number(answer.updated)),
      message: lines ? words.rejected(lines) : undefined,
      color: lines ? 'bad' : undefined,
      autoClose: lines ? false : undefined,
      role: 'status',
    });
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.importing}
      submit={words.importing}
      running={importing.running}
      size="lg"
      onSubmit={submit}
    >
      <Textarea
        label={words.importRows}
        description={words.importLead}
        placeholder={'ana@example.com, Ana Souza, +55 11 91234-5678'}
        autosize
        minRows={8}
        maxRows={16}
        data-autofocus
        {...form.getInputProps('text')}
      />
    </FormDialog>
  );
}
