/** Tables of experiments and routing, which authoring configures and the runtime fills. */

export { EXPERIMENT_ENTITIES } from './entities.js';
export { Experiment, type ExperimentEnd, type ExperimentStatus } from './experiment.entity.js';
export { ExperimentExposure } from './experiment-exposure.entity.js';
export { ExperimentPhase, type WeightStep } from './experiment-phase.entity.js';
export {
  balancedExperimentsSql,
  dropBalancedExperimentsSql,
  dropExperimentTablesSql,
  EXPERIMENT_TABLES,
  experimentTablesSql,
} from './experiment-tables.js';
export { ExperimentTotal } from './experiment-total.entity.js';
export { ExperimentVariant } from './experiment-variant.entity.js';
export { PageRouting } from './page-routing.entity.js';
