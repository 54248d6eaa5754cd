import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Empty } from '#web/parts/states.tsx';
import { useShellWords } from './words.ts';

/** Keeps a screen that fails from taking the others with it. `at` is the address: another one is tried anew. */
export class CrashBoundary extends Component<{ at: string; children: ReactNode }, { at: string | null }> {
  override state = { at: null };

  override componentDidCatch(): void {
    this.setState({ at: this.props.at });
  }

  static getDerivedStateFromError(): { at: string } {
    return { at: '' };
  }

  override render(): ReactNode {
    const { at } = this.state;
    return at === null || (at !== '' && at !== this.props.at) ? this.props.children : <Crashed />;
  }
}

export function Crashed() {
  const words = useShellWords();
  return (
    <Empty
      title={words.crashed}
      icon={TriangleAlert}
      action={<Button onClick={() => location.reload()}>{words.reload}</Button>}
    >
      {words.crashedLead}
    </Empty>
  );
}
