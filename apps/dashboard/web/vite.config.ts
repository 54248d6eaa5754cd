import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: fileURLToPath(new URL('../../../dist/apps/dashboard/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // Our policy takes no `data:` script or style, and browsers of today preload modules themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
