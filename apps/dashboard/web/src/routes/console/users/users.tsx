import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { UserSearch } from 'lucide-react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Badge, StatusBadge } from '#web/parts/badge.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { SearchField } from '#web/parts/filter-fields.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Screen, Toolbar } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { ConsoleUsersDocument, UpdateConsoleUserDocument } from '../console.generated.ts';
import { useConsoleWords } from '../words.ts';

export default function Users() {
  const words = useConsoleWords();
  const common = useCommon();
  const [{ email }, setFilters] = useFilters(['email']);
  const read = useRead(ConsoleUsersDocument, { email: email ?? '' }, !email);
  return (
    <Screen title={words.users} lead={words.usersLead}>
      <Toolbar>
        <SearchField label={common.email} value={email} change={(value) => setFilters({ email: value })} />
      </Toolbar>
      <Card flush>
        {!email ? (
          <Empty title={words.typeAddress} icon={UserSearch} />
        ) : (
          <Result read={read} field="consoleUsers">
            {(users) =>
              users.length === 0 ? (
                <Empty title={words.noUser} icon={UserSearch} />
              ) : (
                <Rows
                  label={words.users}
                  rows={users}
                  keyOf={({ id }) => id}
                  columns={[
                    { title: common.name, cell: ({ name, id }) => <strong>{name || id}</strong> },
                    { title: common.email, width: '2fr', cell: ({ emails }) => emails.join(', ') },
                    {
                      title: common.status,
                      cell: ({ status, operator }) =>
                        operator ? <Badge mood="busy">{words.operator}</Badge> : <StatusBadge status={status} />,
                    },
                    {
                      title: words.accounts,
                      cell: ({ tenantIds }) =>
                        tenantIds.map((id) => (
                          <Link key={id} to={`/console/tenants/${id}`}>
                            {id}{' '}
                          </Link>
                        )),
                    },
                    {
                      title: '',
                      width: '120px',
                      actions: true,
                      cell: ({ id, emails, status, operator }) =>
                        !operator && <Access id={id} email={emails[0] ?? id} disabled={status === 'disabled'} />,
                    },
                  ]}
                />
              )
            }
          </Result>
        )}
      </Card>
    </Screen>
  );
}

interface AccessProps {
  id: string;
  email: string;
  disabled: boolean;
}

/** Takes the access of a user, which needs a reason, or gives it back. */
function Access({ id, email, disabled }: AccessProps) {
  const words = useConsoleWords();
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() ? null : words.need) },
  });
  const update = useWrite(UpdateConsoleUserDocument, words.changed, form);
  const submit = form.onSubmit(async ({ reason }) => {
    if (!(await update.run({ id, input: { status: disabled ? 'active' : 'disabled', reason } }))) return;
    form.reset();
    close();
  });
  const title = disabled ? words.unblock : words.block;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color={disabled ? undefined : 'bad'}
        aria-label={`${title}: ${email}`}
        onClick={open}
      >
        {title}
      </Button>
      <FormDialog opened={opened} close={close} title={email} submit={title} running={update.running} onSubmit={submit}>
        <div>{disabled ? words.unblockText : words.blockText}</div>
        <TextInput label={words.reason} data-autofocus {...form.getInputProps('reason')} />
      </FormDialog>
    </>
  );
}
