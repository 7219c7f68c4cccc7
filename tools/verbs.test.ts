import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../contract/endpoints.ts';
import { home, listExports, listSources } from './import-graph.ts';

/** Two addresses of one operation: the specification gives both. */
const sameOperation: Partial<Record<EndpointName, EndpointName>> = {
  updateVenueDrink: 'updateDrink',
  updateUnitDetails: 'updateUnit',
  updateSetting: 'updateTerms',
};

const read = (file: string): string => readFileSync(join(home, file), 'utf8');

const names = Object.keys(endpoints) as EndpointName[];
/** Reads, by POST because their lists may be long, and because logs contain URLs but no tokens. */
const readsByPost: readonly EndpointName[] = [
  'listIngredientSales',
  'getConfirmation',
  'getInvitation',
  'getMenuLoss',
  'previewReportSubscription',
  'previewAlertSettings',
];
const changing = names.filter((name) => {
  if (readsByPost.includes(name)) return false;
  const { method, guarded } = { guarded: false, ...endpoints[name] };
  return method !== 'GET' || guarded;
});
const serverFiles = listSources(['server']);
const isRoutes = (file: string): boolean => file.endsWith('.routes.ts');
/** A query or a view of the name is not the operation. */
const commandFiles = serverFiles.filter((file) => !/\.(queries|view|test)\.ts$/.test(file));

/** Endpoints that routes mount, with the folder of their module. */
const mounts = serverFiles.filter(isRoutes).flatMap((file) =>
  [...read(file).matchAll(/\bmount(?:On\(\w+\))?\(\s*\w+\.(\w+)/g)].map(([, name]) => ({
    name,
    folder: dirname(file).split('/').slice(0, 2).join('/'),
  })),
);

describe('an endpoint that changes something', () => {
  test('is one of more than thirty', () => {
    expect(changing.length).toBeGreaterThan(30);
  });

  test.each(changing)('%s has a function of its name in the module that mounts it', (name) => {
    const operation = sameOperation[name] ?? name;
    const folders = mounts.filter((each) => each.name === name).map(({ folder }) => folder);
    const found = commandFiles.filter(
      (file) =>
        folders.some((folder) => file.startsWith(`${folder}/`)) &&
        listExports(read(file)).some((each) => each.name === operation),
    );
    expect(found.length, `no file of ${folders.join()} exports ${operation}`).toBeGreaterThan(0);
  });
});

test('each endpoint is mounted once, by its name', () => {
  expect(mounts.map(({ name }) => name).sort()).toEqual([...names].sort());
});

/** Several requests each: an address and then the picture, or options of a passkey and then the passkey. */
const inSteps = ['uploadPicture', 'uploadInvoice', 'addPasskeyMutation', 'passkeySignInMutation'];

test('a function of the web client that sends one change has the name of its endpoint', () => {
  const misnamed = listSources(['web/api'])
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      read(file)
        .split(/^(?=export )/m)
        .flatMap((part) => {
          const exported = /^export (?:async )?(?:function|const) (\w+)/.exec(part)?.[1];
          const body = part.split(/^(?=(?:async )?(?:function|const) )/m)[0] ?? '';
          const sent = [...body.matchAll(/\b(?:api\.|sendForm\(')(\w+)/g)]
            .map(([, name]) => name as EndpointName)
            .filter((name) => changing.includes(name) && endpoints[name].method !== 'GET');
          return exported === undefined ||
            inSteps.includes(exported) ||
            sent.length === 0 ||
            sent.some((name) => [name, `${name}Mutation`].includes(exported))
            ? []
            : [`${file}: ${exported} sends ${sent.join(', ')}`];
        }),
    );
  expect(misnamed).toEqual([]);
});
