import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { SearchField, StatusField } from '#web/parts/filter-fields.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Screen, Toolbar } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { OF_TIME, When } from '#web/parts/when.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { ConsoleTenantsDocument, CreateTenantForOwnerDocument } from '../console.generated.ts';
import { useConsoleWords } from '../words.ts';

export default function Tenants() {
  const words = useConsoleWords();
  const common = useCommon();
  const [filters, setFilters] = useFilters(['q', 'status', 'plan']);
  const [opened, { open, close }] = useDisclosure(false);
  const read = usePages(ConsoleTenantsDocument, filters, 'consoleTenants');
  return (
    <Screen
      title={words.tenants}
      actions={
        <Button onClick={open} leftSection={<Plus size={16} aria-hidden />}>
          {words.newTenant}
        </Button>
      }
    >
      <Toolbar>
        <SearchField label={common.search} value={filters.q} change={(q) => setFilters({ q })} />
        <StatusField
          statuses={['active', 'suspended', 'trial']}
          value={filters.status}
          change={(status) => setFilters({ status })}
        />
        <SearchField label={words.plan} value={filters.plan} change={(plan) => setFilters({ plan })} search={false} />
      </Toolbar>
      <Card flush>
        <PagedRows
          label={words.tenants}
          read={read}
          keyOf={({ id }) => id}
          link={({ id }) => `/console/tenants/${id}`}
          columns={[
            { title: common.name, width: '2fr', cell: ({ name }) => name },
            { title: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
            { title: words.plan, cell: ({ plan }) => plan || words.noPlan },
            { title: words.members, end: true, wide: true, cell: ({ members }) => number(members) },
            { title: common.created, ...OF_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
          ]}
          empty={<Empty title={common.noMatch} />}
        />
      </Card>
      <NewTenant opened={opened} close={close} />
    </Screen>
  );
}

function NewTenant({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useConsoleWords();
  const common = useCommon();
  const navigate = useNavigate();
  const need = (value: string) => (value.trim() ? null : words.need);
  const form = useForm({ initialValues: { name: '', ownerEmail: '' }, validate: { name: need, ownerEmail: need } });
  const create = useWrite(CreateTenantForOwnerDocument, undefined, form);
  const submit = form.onSubmit(async (input) => {
    const created = (await create.run({ input }))?.createTenantForOwner;
    if (created) void navigate({ to: `/console/tenants/${created.tenant.id}` });
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.newTenant}
      submit={words.newTenant}
      running={create.running}
      onSubmit={submit}
    >
      <TextInput label={common.name} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={words.ownerEmail} type="email" {...form.getInputProps('ownerEmail')} />
    </FormDialog>
  );
}
