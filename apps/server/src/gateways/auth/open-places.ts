import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import type { CityResponse } from 'mmdb-lib';

/** Finds the place of an address, e.g. "Melbourne, Australia"; undefined if it is unknown or private. */
export type FindPlace = (address: string) => string | undefined;

/** Addresses that no place has: of this computer, local networks and providers' own ones. */
const PRIVATE: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
];

/**
 * Loads a database of places in the format of MaxMind, such as DB-IP City Lite or GeoLite2 City, into memory. Addresses
 * are sent to no one.
 * @throws Error that names the setting, if the file cannot be read or has no cities or countries
 */
export async function openPlaces(file: string): Promise<FindPlace> {
  const content = await readFile(file).catch(() => {
    throw new Error(`HOMIE_PLACES_FILE: cannot read ${file}`);
  });
  const { Reader } = await import('mmdb-lib');
  const open = () => {
    try {
      const reader = new Reader<CityResponse>(content);
      return /city|country/i.test(reader.metadata.databaseType) ? reader : undefined;
    } catch {
      return undefined;
    }
  };
  const reader = open();
  if (!reader) throw new Error(`HOMIE_PLACES_FILE: ${file} is no MaxMind database of cities`);
  const privates = new BlockList();
  for (const network of PRIVATE) privates.addSubnet(...network);
  return (address) => {
    const version = isIP(address);
    if (version === 0 || privates.check(address, version === 4 ? 'ipv4' : 'ipv6')) return undefined;
    const found = reader.get(address);
    const names = [found?.city?.names?.en, found?.country?.names?.en];
    return names.filter((name) => name !== undefined && name !== '').join(', ') || undefined;
  };
}
