import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Milliseconds in which the second letter of a pair must follow. */
const PAIR_MS = 1_000;
const PLACES: Readonly<Record<string, string>> = { h: '/', m: '/messages', s: '/send' };

interface Openers {
  palette(): void;
  keys(): void;
}

/** Keys that work on every screen, but not while a person types. */
export function useKeys({ palette, keys }: Openers): void {
  const navigate = useNavigate();
  useEffect(() => {
    let begun = 0;
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        palette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const to = PLACES[event.key];
      if (event.key === '?') keys();
      else if (event.key === '/') focusSearch(event);
      else if (to && Date.now() - begun < PAIR_MS) void navigate({ to });
      begun = event.key === 'g' ? Date.now() : 0;
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [navigate, palette, keys]);
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>('input[type="search"]');
  if (!search) return;
  event.preventDefault();
  search.focus();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
