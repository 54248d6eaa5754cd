import { FileInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { useWrite } from '#web/graphql/use-write.ts';
import { number } from '#web/i18n/formats.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { notify } from '#web/shell/notify.ts';
import { ImportContactsDocument } from './audience.generated.ts';
import { batchesOf, rowsOf } from './import-rows.ts';
import { useAudienceWords } from './words.ts';

/** Contacts that one call takes. */
const AT_ONCE = 500;
const MOST_BYTES = 2_000_000;

/** Adds many contacts from a CSV file, or from a text that is pasted in. */
export function Import({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useAudienceWords();
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (value) => (rowsOf(value).length > 0 ? null : words.noRows) },
  });
  const importing = useWrite(ImportContactsDocument);
  const rows = useMemo(() => rowsOf(form.values.text), [form.values.text]);
  const take = async (file: File | null) => {
    if (!file) return;
    if (file.size > MOST_BYTES) form.setFieldError('text', words.fileLarge);
    else form.setFieldValue('text', await file.text());
  };
  const [first] = rows;
  const submit = form.onSubmit(async ({ text }) => {
    const sums = { created: 0, updated: 0, refused: [] as number[] };
    for (const part of batchesOf(rowsOf(text), AT_ONCE)) {
      const contacts = part.map(({ email, name, phone }) => ({ email, name, phone }));
      const answer = (await importing.run({ input: { contacts } }))?.importContacts;
      // What was taken stays: the same file once more changes nothing of it.
      if (!answer) return;
      sums.created += answer.created;
      sums.updated += answer.updated;
      sums.refused.push(...answer.errors.flatMap(({ index }) => part[index]?.line ?? []));
    }
    const lines = sums.refused.join(', ');
    void notify({
      title: words.imported(number(sums.created), number(sums.updated)),
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
      <FileInput
        label={words.file}
        description={words.fileHint}
        accept=".csv,.tsv,.txt,text/csv"
        onChange={(file) => void take(file)}
      />
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
      {first && (
        <div role="status">
          {words.found(number(rows.length))}{' '}
          {words.example([first.email, first.name, first.phone].filter(Boolean).join(' · '))}
        </div>
      )}
    </FormDialog>
  );
}
