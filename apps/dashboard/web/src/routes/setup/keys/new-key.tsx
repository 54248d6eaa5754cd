import { SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Checks } from '#web/parts/checks.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { isoOf } from '#web/parts/lists-of-text.ts';
import { CreateApiKeyDocument } from './keys.generated.ts';
import { SCOPES } from './scopes.ts';
import { useKeysWords } from './words.ts';

interface NewKeyProps {
  opened: boolean;
  close(): void;
  made(secret: string): void;
  tenantId: string;
}

export function NewKey({ opened, close, made, tenantId }: NewKeyProps) {
  const words = useKeysWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { name: '', environment: 'live', expiresAt: '', scopes: ['emails:send'] as string[] },
    validate: {
      name: (value) => (value.trim() ? null : words.needName),
      scopes: (value) => (value.length > 0 ? null : words.needScope),
    },
  });
  const create = useWrite(CreateApiKeyDocument, undefined, form);
  const submit = form.onSubmit(async ({ expiresAt, ...values }) => {
    const created = (await create.run({ tenantId, input: { ...values, expiresAt: isoOf(expiresAt) } }))?.createApiKey;
    if (!created) return;
    form.reset();
    close();
    made(created.secret);
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.create}
      submit={words.create}
      running={create.running}
      size="lg"
      onSubmit={submit}
    >
      <TextInput label={common.name} description={words.nameHint} data-autofocus {...form.getInputProps('name')} />
      <SegmentedControl
        aria-label={words.environment}
        data={[
          { value: 'live', label: words.live },
          { value: 'test', label: words.test },
        ]}
        {...form.getInputProps('environment')}
      />
      <Checks
        label={words.scopes}
        options={SCOPES.map((value) => ({ value, label: value }))}
        {...form.getInputProps('scopes')}
      />
      <TextInput
        label={words.expires}
        description={words.expiresHint}
        type="datetime-local"
        {...form.getInputProps('expiresAt')}
      />
    </FormDialog>
  );
}
