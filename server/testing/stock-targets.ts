/** Test fixture: targets of the endpoints of stock. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { lineOf, type Place } from './places.ts';
import { ofUnit, ofVenue, type RequestTarget } from './target.ts';

const ofCount = ({ owner, countId }: Place): RequestTarget => ({
  params: { venueId: owner.venueId, id: countId },
});

const ofSupplier = ({ owner, supplierId }: Place): RequestTarget => ({
  params: { venueId: owner.venueId, id: supplierId },
});

const ofDelivery = ({ owner, deliveryId }: Place): RequestTarget => ({
  params: { venueId: owner.venueId, id: deliveryId },
});

const photo = { fileName: 'invoice.png', contentType: 'image/png', sizeBytes: 100 };

const ofStore = ({ owner, storeId }: Place): RequestTarget => ({
  params: { venueId: owner.venueId, id: storeId },
});

const ofRum = ({ owner, unit }: Place): RequestTarget => ({
  params: { venueId: owner.venueId, id: unit.rum },
});

const ofStockOrder = ({ owner, stockOrderId }: Place): RequestTarget => ({
  params: { venueId: owner.venueId, id: stockOrderId },
});

export const stockTargets: { [name in EndpointName]?: (at: Place) => RequestTarget } = {
  getStockForecast: ofVenue,
  getRefillList: ofVenue,
  refillPositions: (at) => ({
    ...ofUnit(at),
    body: { refills: [{ key: 'taken over', position: 1, ingredientId: at.unit.rum }] },
  }),
  countStock: (at) => ({
    ...ofUnit(at),
    body: { counts: [{ key: 'taken over', position: 1, ingredientId: at.unit.rum, ml: 5 }] },
  }),
  discardStock: (at) => ({
    ...ofUnit(at),
    body: { discards: [{ key: 'taken over', position: 1, ingredientId: at.unit.rum, ml: 5 }] },
  }),
  listUnitMovements: ofUnit,
  getStock: ofVenue,
  createStore: (at) => ({ ...ofVenue(at), body: { name: 'Taken over' } }),
  updateStore: (at) => ({ ...ofStore(at), body: { name: 'Taken over' } }),
  deleteStore: ofStore,
  startStockCount: (at) => ({ ...ofVenue(at), body: {} }),
  getStockCount: ofCount,
  addCountLines: (at) => ({
    ...ofCount(at),
    body: { lines: [{ ...lineOf(at), key: 'taken over' }] },
  }),
  endStockCount: (at) => ({ ...ofCount(at), body: {} }),
  discardStockCount: ofCount,
  listSuppliers: ofVenue,
  createSupplier: (at) => ({ ...ofVenue(at), body: { name: 'Taken over' } }),
  updateSupplier: (at) => ({ ...ofSupplier(at), body: { email: 'taken.over@example.com' } }),
  deleteSupplier: ofSupplier,
  listDeliveries: ofVenue,
  createDelivery: (at) => ({
    ...ofVenue(at),
    body: {
      key: 'taken over',
      supplierId: at.supplierId,
      storeId: at.storeId,
      lines: [{ ingredientId: at.unit.rum, bottles: 6 }],
    },
  }),
  getOrderList: ofVenue,
  updateSupply: (at) => ({ ...ofRum(at), body: { par: 1 } }),
  listStockOrders: ofVenue,
  createStockOrder: (at) => ({
    ...ofVenue(at),
    body: {
      key: 'taken over',
      supplierId: at.supplierId,
      lines: [{ ingredientId: at.unit.rum, bottles: 6 }],
    },
  }),
  cancelStockOrder: ofStockOrder,
  downloadStockOrderCsv: ofStockOrder,
  undoDelivery: ofDelivery,
  createInvoiceUpload: (at) => ({ ...ofVenue(at), body: photo }),
  updateInvoice: (at) => ({ ...ofDelivery(at), body: { key: at.invoiceKey } }),
  getInvoice: ofDelivery,
  deleteInvoice: ofDelivery,
};
