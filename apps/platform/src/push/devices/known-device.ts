import { currentTenantId } from '#libs/core/auth';
import { knownBy } from '#libs/core/http';
import { DevicesService } from './devices.service.js';

/** The device of the path, which is 404 unless the tenant has it. */
export const KnownDevice = knownBy(DevicesService, (devices, { id = '' }) => devices.find(currentTenantId(), id));
