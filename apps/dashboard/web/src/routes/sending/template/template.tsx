import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { Confirm } from '#web/parts/dialogs.tsx';
import { Result } from '#web/parts/result.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { useIdOfAddress } from '#web/routes/param.ts';
import { useTemplatesWords } from '../templates/words.ts';
import { DeleteTemplateDocument, TemplateDocument } from './template.generated.ts';
import { TemplateForm } from './template-form.tsx';

export default function Template() {
  const words = useTemplatesWords();
  const id = useIdOfAddress();
  const isNew = id === 'new';
  const read = useRead(TemplateDocument, { id }, isNew);
  const template = read.data?.template;
  return (
    <Screen
      title={isNew ? words.create : (template?.name ?? id)}
      back={{ to: '/templates', label: words.title }}
      actions={template && <Remove id={id} name={template.name} />}
    >
      {isNew ? (
        <TemplateForm />
      ) : (
        <Result read={read} field="template">
          {(shown) => <TemplateForm key={shown.id} template={shown} />}
        </Result>
      )}
    </Screen>
  );
}

function Remove({ id, name }: { id: string; name: string }) {
  const words = useTemplatesWords();
  const navigate = useNavigate();
  const remove = useWrite(DeleteTemplateDocument);
  return (
    <Confirm
      title={words.removeTitle(name)}
      confirm={words.remove}
      run={async () => {
        if (await remove.run({ id })) void navigate({ to: '/templates' });
      }}
      trigger={(open) => (
        <Button variant="default" onClick={open} leftSection={<Trash2 size={16} aria-hidden />}>
          {words.remove}
        </Button>
      )}
    >
      {words.removeText}
    </Confirm>
  );
}
