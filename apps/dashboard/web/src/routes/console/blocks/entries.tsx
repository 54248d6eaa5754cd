import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { ShieldCheck } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { ChoiceField, SearchField } from '#web/parts/filter-fields.tsx';
import { Panel } from '#web/parts/panel.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { BY_TIME, type ColumnSort, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { OF_TIME, When } from '#web/parts/when.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { BlocksDocument, CreateBlockDocument, DeleteBlockDocument } from '../console.generated.ts';
import { useConsoleWords } from '../words.ts';

const KINDS = ['email', 'domain', 'ip', 'cidr'] as const;
const BY_VALUE: ColumnSort = { ascending: 'value', descending: 'valueReversed', first: 'ascending' };
const OPTIONS = KINDS.map((value) => ({ value, label: value }));

export function Entries() {
  const words = useConsoleWords();
  const common = useCommon();
  const [{ q, kind }, setFilters] = useFilters(['q', 'kind']);
  const [opened, { open, close }] = useDisclosure(false);
  const sort = useSort(['newest', 'oldest', 'value', 'valueReversed']);
  const read = usePages(BlocksDocument, { q, kind, sort: sort.current }, 'blockEntries');
  const remove = useWrite(DeleteBlockDocument);
  return (
    <Panel
      actions={<Button onClick={open}>{words.newBlock}</Button>}
      filters={
        <>
          <SearchField label={common.search} value={q} change={(value) => setFilters({ q: value })} />
          <ChoiceField
            label={words.kind}
            value={kind}
            change={(value) => setFilters({ kind: value })}
            options={OPTIONS}
          />
        </>
      }
    >
      <PagedRows
        label={words.blocks}
        read={read}
        sort={sort}
        keyOf={({ id }) => id}
        columns={[
          { title: words.value, width: '2fr', sort: BY_VALUE, cell: ({ value }) => <strong>{value}</strong> },
          { title: words.kind, cell: (row) => row.kind },
          { title: words.reason, width: '2fr', wide: true, cell: ({ reason }) => reason },
          { title: common.created, ...OF_TIME, sort: BY_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
          {
            title: '',
            width: '44px',
            actions: true,
            cell: ({ id, value }) => (
              <RemoveButton what={value} title={words.removeTitle(value)} run={() => remove.run({ id })}>
                {words.removeBlock}
              </RemoveButton>
            ),
          },
        ]}
        empty={<Empty title={q || kind ? common.noMatch : words.empty} icon={ShieldCheck} />}
      />
      <NewBlock opened={opened} close={close} />
    </Panel>
  );
}

function NewBlock({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useConsoleWords();
  const form = useForm({
    initialValues: { kind: 'email', value: '', reason: '' },
    validate: { value: (value) => (value.trim() ? null : words.need) },
  });
  const create = useWrite(CreateBlockDocument, words.changed, form);
  const submit = form.onSubmit(async (input) => {
    if (!(await create.run({ input }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.newBlock}
      submit={words.newBlock}
      running={create.running}
      onSubmit={submit}
    >
      <NativeSelect label={words.kind} data={OPTIONS} {...form.getInputProps('kind')} />
      <TextInput label={words.value} data-autofocus {...form.getInputProps('value')} />
      <TextInput label={words.reason} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
