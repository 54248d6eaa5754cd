import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Empty } from '#web/parts/states.tsx';
import { useShellWords } from './words.ts';

export function NotFound() {
  const words = useShellWords();
  return (
    <Empty
      title={words.notFound}
      icon={Compass}
      action={
        <Button component={Link} to="/">
          {words.toHome}
        </Button>
      }
    >
      {words.notFoundLead}
    </Empty>
  );
}
