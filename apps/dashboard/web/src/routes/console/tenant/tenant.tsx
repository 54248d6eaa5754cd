import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Copy } from '#web/parts/copy.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { Facts } from '#web/parts/facts.tsx';
import { Bar, Figures } from '#web/parts/figures.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { SideRead } from '#web/parts/side-read.tsx';
import { When } from '#web/parts/when.tsx';
import { useIdOfAddress } from '#web/routes/param.ts';
import { Enter } from './enter.tsx';
import { InviteOwner } from './invite-owner.tsx';
import { ConsoleTenantDocument, type ConsoleTenantQuery, UpdateConsoleTenantDocument } from './tenant.generated.ts';
import { useConsoleWords } from '../words.ts';

type Shown = NonNullable<ConsoleTenantQuery['consoleTenant']>;

export default function Tenant() {
  const words = useConsoleWords();
  const common = useCommon();
  const id = useIdOfAddress();
  const read = useRead(ConsoleTenantDocument, { id });
  const shown = read.data?.consoleTenant;
  return (
    <Screen
      title={shown?.tenant.name ?? id}
      back={{ to: '/console/tenants', label: words.tenants }}
      lead={shown && <StatusBadge status={shown.tenant.status} />}
      actions={shown && <Actions tenant={shown.tenant} plans={read.data?.plans?.map(({ name }) => name) ?? []} />}
    >
      {shown && <SideRead read={read} />}
      <Result read={read} field="consoleTenant">
        {({ tenant, usage }) => (
          <>
            <Card>
              <Facts
                of={[
                  ['Id', <Copy key="id" text={tenant.id} />],
                  [words.slug, tenant.slug],
                  [words.plan, tenant.plan || words.noPlan],
                  [words.products, tenant.products.join(', ')],
                  [words.members, number(tenant.members)],
                  [words.reason, tenant.statusReason],
                  [words.deletes, tenant.deletesAt && <When key="deletes" at={tenant.deletesAt} />],
                  [common.created, <When key="created" at={tenant.createdAt} />],
                ]}
              />
            </Card>
            <Usage usage={usage} />
          </>
        )}
      </Result>
    </Screen>
  );
}

function Usage({ usage }: { usage: Shown['usage'] }) {
  const words = useConsoleWords();
  const { dailySent, dailyLimit } = usage;
  return (
    <>
      <Figures
        of={[
          { name: words.period, value: usage.period },
          { name: words.emailSent, value: usage.emailsSent },
          { name: words.smsSent, value: usage.smsSent },
          { name: words.segments, value: usage.smsSegments },
          { name: words.pushSent, value: usage.pushSent },
          { name: words.apiCalls, value: usage.apiCalls },
        ]}
      />
      {dailyLimit != null && dailySent != null && (
        <Card title={words.daily} lead={words.dailyOf(number(dailySent), number(dailyLimit))}>
          <Bar share={dailyLimit ? dailySent / dailyLimit : 1} label={words.daily} limit />
        </Card>
      )}
    </>
  );
}

function Actions({
  tenant: { id, status, plan, members },
  plans,
}: {
  tenant: Shown['tenant'];
  plans: readonly string[];
}) {
  const words = useConsoleWords();
  const [suspending, suspend] = useDisclosure(false);
  const [planning, planChange] = useDisclosure(false);
  const suspended = status === 'suspended';
  return (
    <>
      <Enter id={id} />
      {members === 0 && <InviteOwner id={id} />}
      <Button variant="default" onClick={planChange.open}>
        {words.changePlan}
      </Button>
      <Button color={suspended ? undefined : 'bad'} variant={suspended ? 'filled' : 'outline'} onClick={suspend.open}>
        {suspended ? words.reactivate : words.suspend}
      </Button>
      <StatusDialog id={id} suspended={suspended} opened={suspending} close={suspend.close} />
      <PlanDialog key={plan} id={id} plan={plan} plans={plans} opened={planning} close={planChange.close} />
    </>
  );
}

interface StatusDialogProps {
  id: string;
  suspended: boolean;
  opened: boolean;
  close(): void;
}

function StatusDialog({ id, suspended, opened, close }: StatusDialogProps) {
  const words = useConsoleWords();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() ? null : words.need) },
  });
  const update = useWrite(UpdateConsoleTenantDocument, words.changed, form);
  const submit = form.onSubmit(async ({ reason }) => {
    const input = { status: suspended ? 'active' : 'suspended', reason };
    if (!(await update.run({ id, input }))) return;
    form.reset();
    close();
  });
  const title = suspended ? words.reactivate : words.suspend;
  return (
    <FormDialog opened={opened} close={close} title={title} submit={title} running={update.running} onSubmit={submit}>
      <TextInput label={words.reason} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

interface PlanDialogProps {
  id: string;
  plan: string;
  plans: readonly string[];
  opened: boolean;
  close(): void;
}

function PlanDialog({ id, plan, plans, opened, close }: PlanDialogProps) {
  const words = useConsoleWords();
  const form = useForm({ initialValues: { plan } });
  const update = useWrite(UpdateConsoleTenantDocument, words.changed, form);
  const submit = form.onSubmit(async (input) => {
    if (await update.run({ id, input })) close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.changePlan}
      submit={words.changePlan}
      running={update.running}
      onSubmit={submit}
    >
      <NativeSelect
        label={words.plan}
        data={plans.map((value) => ({ value, label: value || words.noPlan }))}
        {...form.getInputProps('plan')}
      />
    </FormDialog>
  );
}
