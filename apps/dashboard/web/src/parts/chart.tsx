import { lazy, Suspense } from 'react';
import type { ChartProps } from './chart-canvas.tsx';
import { Loading } from './states.tsx';

const Canvas = lazy(() => import('./chart-canvas.tsx'));

/** Lines over time. The library is loaded when the first chart is shown. */
export const Chart = (props: ChartProps) => (
  <Suspense fallback={<Loading rows={7} />}>
    <Canvas {...props} />
  </Suspense>
);
