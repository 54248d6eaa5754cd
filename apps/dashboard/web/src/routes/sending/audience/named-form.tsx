import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TypedDocumentNode } from 'urql';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { useAudienceWords } from './words.ts';

interface NamedFormProps<Data, Input extends object> {
  opened: boolean;
  close(): void;
  title: string;
  document: TypedDocumentNode<Data, { input: Input }>;
  /** The name of the one thing that is ticked or not, and what it says. */
  flag: Extract<keyof Input, string>;
  flagLabel: string;
}

/** Makes a list or a topic: a name, a description, and one thing to be ticked. */
export function NamedForm<Data, Input extends object>(props: NamedFormProps<Data, Input>) {
  const { opened, close, title, document, flag, flagLabel } = props;
  const words = useAudienceWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { name: '', description: '', ticked: false },
    validate: { name: (value) => (value.trim() ? null : words.need) },
  });
  const create = useWrite(document, common.saved, form);
  const submit = form.onSubmit(async ({ name, description, ticked }) => {
    const input = { name, description: description || undefined, [flag]: ticked } as unknown as Input;
    if (!(await create.run({ input }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={title}
      submit={common.save}
      running={create.running}
      onSubmit={submit}
    >
      <TextInput label={common.name} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={words.description} {...form.getInputProps('description')} />
      <Checkbox label={flagLabel} {...form.getInputProps('ticked', { type: 'checkbox' })} />
    </FormDialog>
  );
}
