/** Reads a population of devices: a CSV file with a row for each. */
import { InputError } from '../values/failure.ts';
import type { DeviceModel } from '../timing/devices.ts';
import { tableRows } from './csvRows.ts';

/**
 * The devices of a file with the columns `computation,communication`, in any order: milliseconds per sample and kbit/s, as in
 * FedScale's `client_device_capacity`.
 *
 * @param batch - samples of a local step
 * @throws InputError naming file and line
 */
export function readDevices(file: string, batch?: number): DeviceModel {
  const columns = ['computation', 'communication'] as const;
  const { rows } = tableRows(file, 'file of devices', columns, columns);
  return {
    list: rows.map((row): [number, number] => {
      const [computation, communication] = columns.map((name) => {
        const value = row.number(name);
        if (value === 0) throw new InputError(`${row.where}: ${name}: must be above 0`);
        return value;
      });
      return [computation!, communication!];
    }),
    ...(batch !== undefined && { batch }),
  };
}
