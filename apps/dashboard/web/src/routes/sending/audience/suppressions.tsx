import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Plus, ShieldCheck } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { ChoiceField, SearchField } from '#web/parts/filter-fields.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { AddSuppressionDocument, DeleteSuppressionDocument, SuppressionsDocument } from './audience.generated.ts';
import { Panel } from '#web/parts/panel.tsx';
import { useAudienceWords } from './words.ts';

const REASONS = ['bounce', 'complaint', 'unsubscribe', 'manual', 'erased'] as const;

export function Suppressions() {
  const words = useAudienceWords();
  const common = useCommon();
  const [{ q, reason }, setFilters] = useFilters(['q', 'reason']);
  const [opened, { open, close }] = useDisclosure(false);
  const read = usePages(SuppressionsDocument, { q, reason }, 'suppressions');
  const remove = useWrite(DeleteSuppressionDocument);
  const reasons: Readonly<Record<string, string>> = Object.fromEntries(REASONS.map((value) => [value, words[value]]));
  return (
    <Panel
      actions={
        <Button onClick={open} leftSection={<Plus size={16} aria-hidden />}>
          {words.newSuppression}
        </Button>
      }
      filters={
        <>
          <SearchField label={common.search} value={q} change={(value) => setFilters({ q: value })} />
          <ChoiceField
            label={words.reason}
            value={reason}
            change={(value) => setFilters({ reason: value })}
            options={REASONS.map((value) => ({ value, label: words[value] }))}
          />
        </>
      }
    >
      <PagedRows
        label={words.suppressions}
        read={read}
        keyOf={({ id }) => id}
        columns={[
          { title: words.address, width: '2fr', cell: ({ address }) => <strong>{address}</strong> },
          { title: words.reason, cell: (row) => reasons[row.reason] ?? row.reason },
          { title: words.source, wide: true, cell: ({ source }) => source },
          { title: common.created, end: true, cell: ({ createdAt }) => <When at={createdAt} /> },
          {
            title: '',
            width: '44px',
            actions: true,
            cell: (row) =>
              row.reason !== 'erased' && (
                <RemoveButton
                  what={row.address}
                  title={words.removeTitle(row.address)}
                  run={() => remove.run({ name: row.id })}
                >
                  {words.removeSuppression}
                </RemoveButton>
              ),
          },
        ]}
        empty={
          q || reason ? (
            <Empty title={common.noMatch} />
          ) : (
            <Empty title={words.noSuppressions} icon={ShieldCheck}>
              {words.noSuppressionsLead}
            </Empty>
          )
        }
      />
      <NewSuppression opened={opened} close={close} />
    </Panel>
  );
}

function NewSuppression({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useAudienceWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { address: '' },
    validate: { address: (value) => (value.trim() ? null : words.need) },
  });
  const add = useWrite(AddSuppressionDocument, common.saved, form);
  const submit = form.onSubmit(async ({ address }) => {
    if (!(await add.run({ input: { address: address.trim() } }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.newSuppression}
      submit={common.save}
      running={add.running}
      onSubmit={submit}
    >
      <TextInput label={words.address} data-autofocus {...form.getInputProps('address')} />
    </FormDialog>
  );
}
