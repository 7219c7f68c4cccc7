/** OpenAPI 3.1 document generated from the contract. */
import { z } from 'zod';
import type { Endpoint, ErrorShape } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { scopeOfEndpoint } from '../../contract/token-scopes.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { requestersOf, securityOf } from './requesters.ts';

type Json = Record<string, unknown>;

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Barback',
      version: packageJson.version,
      description:
        'The back office for venues that pour drinks with automated dispensing units. Amounts are US dollars with at most two decimals; times are ISO 8601 in UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The API token or the login token of a session, an access token, or the key of a unit or a wall display. The word Bearer may be left out.',
        },
      },
      headers: { RequestId: requestIdHeader },
      schemas: {
        Failure: failure,
        FieldFailure: fieldFailure,
        IngredientFailure: ingredientFailure,
        RefundFailure: refundFailure,
      },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    tags: [endpoint.path.split('/')[2] ?? ''],
    summary: endpoint.summary,
    description: `${requestersOf(endpoint)}.`,
    security: securityOf(endpoint),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...parameters('header', endpoint.headers),
    ],
    ...(endpoint.body ? { requestBody: requestBody(endpoint) } : {}),
    responses: withRequestId({ ...successes(endpoint), ...failures(name, endpoint) }),
  };
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
};

function parameters(place: 'path' | 'query' | 'header', shape: z.ZodObject | undefined): Json[] {
  const types: Record<string, z.ZodType> = shape?.shape ?? {};
  return Object.entries(types).map(([name, type]) => {
    const schema = schemaOf(type, 'input');
    return {
      name,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      ...(schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
      schema,
    };
  });
}

function requestBody(endpoint: Endpoint): Json {
  const type = endpoint.bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    required: true,
    content: { [type]: { schema: schemaOf(endpoint.body ?? z.unknown(), 'input') } },
  };
}

const contentTypes = {
  json: 'application/json',
  csv: 'text/csv',
  file: 'application/octet-stream',
} as const;

function successes(endpoint: Endpoint): Record<string, Json> {
  const type = contentTypes[endpoint.responseType ?? 'json'];
  const done = Object.entries(endpoint.responses).map(([status, response]) => {
    const schema = schemaOf(response, 'output');
    // Partial success: some of several drinks were refunded, others are pending.
    const partly = endpoint.errorShape === 'refund' && status === '202';
    const content = { schema: partly ? { anyOf: [schema, ref('RefundFailure')] } : schema };
    return [status, { description: 'Done', content: { [type]: content } }] as const;
  });
  const unchanged = endpoint.revalidates ? [['304', { description: 'Nothing has changed' }]] : [];
  return Object.fromEntries([...done, ...unchanged]);
}

const withRequestId = (responses: Record<string, Json>): Json =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } },
    ]),
  );

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const badInput: Record<ErrorShape, string> = {
  fields: 'FieldFailure',
  ingredient: 'IngredientFailure',
  message: 'Failure',
  refund: 'RefundFailure',
};

/** Requests rejected before they get to their endpoint receive a Failure, whatever the endpoint. */
function failures(name: string, endpoint: Endpoint): Record<string, Json> {
  const input = badInput[endpoint.errorShape ?? 'fields'];
  const failure = (status: number): Json => {
    const names = status < 500 || input === 'RefundFailure' ? [input, 'Failure'] : ['Failure'];
    const [only, other] = [...new Set(names)].map(ref);
    return {
      description: descriptions[status] ?? 'Refused',
      content: { 'application/json': { schema: other ? { anyOf: [only, other] } : only } },
    };
  };
  return Object.fromEntries(
    refusalsOf(name, endpoint).map((status) => [String(status), failure(status)]),
  );
}

/**
 * A refused or failed request has changed nothing, except that a refund with 504 or 5XX may have been executed; the
 * report shows it.
 */
const descriptions: Record<number, string> = {
  400: 'What was sent is not right, or not well-formed',
  401: 'Not signed in, or not any more',
  402: 'The card provider declines it',
  403: 'Not for this account, or not these fields',
  404: 'There is no such thing, or it belongs to somebody else',
  408: 'The request did not arrive in time',
  409: 'Does not go with what is there',
  413: 'Too large',
  415: 'Not in a form that is read here',
  422: 'Valid, but it cannot be done',
  429: 'Too many tries or requests: Retry-After tells how many seconds to wait',
  431: 'The headers are too large',
  500: 'A fault of the server',
  503: 'The database or the storage cannot be reached: try again after Retry-After seconds',
  504: 'The card provider does not answer: it is not known yet what became of it',
  507: 'The server has no space left',
};

const requestIdHeader = {
  description: 'Names this request when something about it is asked',
  required: true,
  schema: { type: 'string' },
};

const failure = {
  type: 'object',
  description:
    'What happened and what to do; requestId is for support, and code distinguishes errors of one status',
  properties: {
    error: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        requestId: { type: 'string' },
        code: { type: 'string' },
      },
      required: ['message', 'requestId'],
    },
  },
  required: ['error'],
};

const fieldFailure = {
  type: 'object',
  description: 'A sentence for each field that is wrong, in the order of the form',
  additionalProperties: { type: 'string' },
};

const ingredientFailure = {
  type: 'object',
  properties: {
    msg: { type: 'object', properties: { errors: ref('FieldFailure') }, required: ['errors'] },
    errors: ref('FieldFailure'),
  },
  required: ['msg', 'errors'],
};

const refundFailure = {
  type: 'object',
  description:
    'refused: never asked for; failed: declined; requested: being checked; partial: done for some of several drinks; unknown: look at the report',
  properties: {
    statusCode: { type: 'number', description: 'The HTTP status' },
    status: { type: 'string', enum: ['refused', 'failed', 'requested', 'partial', 'unknown'] },
    message: { type: 'string' },
    drinks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          drinkIndex: { type: 'number' },
          status: { type: 'string', enum: ['refunded', 'requested', 'failed'] },
        },
        required: ['drinkIndex', 'status'],
      },
    },
    error: failure.properties.error,
  },
  required: ['statusCode', 'status', 'message', 'error'],
};

// Error statuses of each endpoint.

/**
 * Statuses that only the command behind an endpoint knows, in addition to those derived from the endpoint's
 * description.
 */
const ownRefusals: { readonly [name in EndpointName]?: readonly number[] } = {
  createFirstAccount: [403, 409, 429],
  listEvents: [403, 404, 410],
  repeatOwnerInvitation: [409],
  register: [429],
  login: [403, 429],
  verifySecondFactor: [403, 429],
  startTotp: [404, 409, 429],
  confirmTotp: [404, 409, 429],
  removeTotp: [404, 429],
  startPasskeySignIn: [429],
  verifyPasskey: [403, 429],
  startPasskey: [404, 409, 429],
  confirmPasskey: [409, 429],
  updatePasskey: [404],
  removePasskey: [404, 429],
  startIdentityCheck: [429],
  confirmIdentity: [404, 429],
  requestPasswordReset: [429],
  resetPassword: [403, 404, 410, 429],
  changePassword: [404, 429],
  updateProfile: [404, 429],
  acceptNewEmail: [403, 404, 409, 410, 429],
  listPeople: [404],
  listTokens: [404],
  createToken: [404, 409],
  listWebhooks: [404],
  createWebhook: [404, 409],
  updateWebhook: [409],
  rotateWebhookSecret: [409],
  replayWebhook: [409],
  testWebhook: [409, 429],
  invitePerson: [404, 422, 429],
  updatePerson: [409],
  removePerson: [409],
  updateRoleSettings: [404, 409],
  getInvitation: [404, 410, 429],
  acceptInvitation: [403, 404, 409, 410, 429],
  requestEmailConfirmation: [409, 429],
  getConfirmation: [404, 410, 429],
  acceptConfirmation: [404, 410, 429],
  declineConfirmation: [404, 410, 429],
  startActing: [404, 429],
  actAs: [429],
  addSupportNote: [409],
  listVenues: [422],
  getVenueWithDrinks: [422],
  createVenue: [404, 422],
  updateNight: [409],
  verifyCertificate: [429],
  listUnits: [422],
  listIngredients: [422],
  listUnitIngredients: [422],
  listDrinks: [422],
  createUnit: [422],
  addStandardBar: [409, 422],
  createUnitKey: [422],
  updateVenue: [409],
  updateUnit: [409],
  updateUnitDetails: [409],
  requestContactConfirmation: [409, 429],
  createIngredient: [404, 409, 422],
  updateIngredient: [409],
  reactivateIngredient: [409],
  restoreIngredient: [409],
  createUpload: [404, 422, 429],
  createInvoiceUpload: [422, 429],
  createDrink: [404, 409, 422],
  reorderDrinks: [404, 409],
  updateUnitInventory: [409],
  updateDrink: [409],
  updateVenueDrink: [409],
  undeleteDrink: [409, 422],
  changePrices: [409],
  undoPriceChange: [409],
  createPricePlan: [404, 409],
  updatePricePlan: [409],
  createOrder: [404, 409, 422],
  createReportSubscription: [404, 409],
  createReportView: [404, 409],
  createPushSubscription: [409],
  sendTestPush: [429],
  sendReportSubscription: [409, 429],
  settleRefusedSale: [409],
  updateAlert: [409],
  refillPositions: [409],
  countStock: [409],
  discardStock: [409],
  createStore: [409],
  createMenuCategory: [409],
  updateMenuCategory: [409],
  copySetup: [404],
  createSetupTemplate: [403, 404, 409],
  deleteSetupTemplate: [403],
  undoCopy: [409],
  exportJournal: [409],
  addCountLines: [409],
  endStockCount: [409],
  discardStockCount: [409],
  updateStore: [409],
  deleteStore: [409],
  createSupplier: [409],
  createDelivery: [409],
  undoDelivery: [409],
  createStockOrder: [409],
  cancelStockOrder: [409],
  updateOrder: [409],
  refundDrinks: [402, 409, 422, 504],
  getSalesReport: [404, 429],
  downloadSalesCsv: [404, 413, 429],
  downloadRows: [404, 413, 429],
  mailSalesReport: [404, 409, 429],
  getDrinkStatistics: [404, 429],
  compareSales: [404, 429],
  compareVenues: [404, 429],
  listSalesOfVenues: [404],
  downloadVenuesCsv: [404, 413, 429],
  listUnitsOfVenues: [404, 422],
  searchAll: [404, 429],
  getSeries: [404, 429],
  getHeatMap: [404, 429],
  getMix: [404, 429],
  getBreakdown: [404, 429],
  getLiveNight: [429],
  createWall: [409],
  getWallNight: [429],
  createRendering: [404, 409, 422],
  previewImport: [422],
  startImport: [409, 422],
  takeBackImport: [409],
  getTerms: [404],
  updateTerms: [404],
  getFlags: [404],
  setFlag: [404, 409],
  listAudit: [404],
  downloadAuditCsv: [404],
};

/**
 * Possible everywhere: malformed requests, expired tokens, too many headers; internal errors, no database, a full
 * disk.
 */
const everywhere = [400, 401, 431, 500, 503, 507];

/** Returns the statuses in ascending order, without duplicates. */
function refusalsOf(name: string, endpoint: Endpoint): number[] {
  const statuses = new Set([
    ...everywhere,
    // Also of public endpoints, for access tokens.
    403,
    ...(endpoint.params || endpoint.hidden ? [404] : []),
    // A body that is late, too large, or of an unsupported type.
    ...(endpoint.method === 'GET' ? [] : [408, 413, 415]),
    // An access token that makes too many requests.
    ...(scopeOfEndpoint.has(endpoint) ? [429] : []),
    ...Object.entries(ownRefusals).flatMap(([known, own]) => (known === name ? own : [])),
  ]);
  return [...statuses].sort((a, b) => a - b);
}
