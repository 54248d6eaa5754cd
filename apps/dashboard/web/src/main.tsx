import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { createClient } from './graphql/client.ts';
import { useCommon } from './i18n/common.ts';
import { createPageRouter } from './routes.tsx';
import { reloadOnce } from './shell/reload.ts';
import { tenant } from './shell/tenant.ts';
import './theme/styles.ts';
import { cssVariables, themeWith } from './theme/theme.ts';

// A file of an earlier release is gone once the next one is out.
addEventListener('vite:preloadError', (event) => {
  event.preventDefault();
  reloadOnce();
});

const Notes = lazy(() => import('./shell/notes.tsx'));

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// The package that stops the page from scrolling below a dialog looks for the nonce of its style here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
const router = createPageRouter();

function Page() {
  const chosen = tenant.use();
  const { close } = useCommon();
  const theme = useMemo(() => themeWith(close), [close]);
  // Another account begins with an empty cache.
  const client = useMemo(() => createClient(chosen), [chosen]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={nonce ? () => nonce : undefined}
    >
      <Suspense>
        <Notes />
      </Suspense>
      <Provider value={client}>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
