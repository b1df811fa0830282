/**
 * Says what every event of a simulated company does to every figure, from the rules in words alone. Nothing of this folder
 * imports anything of the product.
 */
import type { Outcome, SimulatedEvent } from '../events.ts';
import { houseOf, prepaidOf, walletOf } from './books.ts';
import { businessDay } from './calendar.ts';
import { closeMiningDay } from './close.ts';
import { correct, correctHosting } from './corrections.ts';
import { leave } from './leaving.ts';
import { importMachines, moveByCustomer, moveByStaff, tick } from './machines.ts';
import { carryOnCredits, creditOutage } from './outage-credits.ts';
import { recordOutage } from './outages.ts';
import { payOwed } from './pay.ts';
import { coinsArrive, payByPool, settle } from './pool.ts';
import { closeSavingsDay, payFund, redeem, redeemInterest, setRate, subscribe } from './savings.ts';
import { State } from './state.ts';
import { cancelTerms, changeTerms, setTariff } from './terms.ts';

export class Auditor {
  readonly state = new State();

  predict(event: SimulatedEvent): Outcome {
    const { state } = this;
    const { at: now } = event;
    switch (event.do) {
      case 'add-customer':
        state.customers.set(event.customer, {
          account: event.customer,
          outputFirst: false,
          promotion: 0n,
          owed: [],
          owedHosting: [],
          outputTotal: new Map(),
          positions: new Map(),
          hasAddress: false,
          hasLeft: false,
        });
        return 'done';
      case 'import-machines':
        return importMachines(state, event.machines, now);
      case 'network-day':
        state.network.set(event.date, event);
        return 'done';
      case 'prices':
        state.prices.set(event.date, event.usdt);
        return 'done';
      case 'pool-report':
        state.reports.set(event.date, [...(state.reports.get(event.date) ?? []), ...event.reports]);
        return 'done';
      case 'tariff':
        return setTariff(state, event, now);
      case 'terms':
        return changeTerms(state, event.changes, now);
      case 'cancel-terms':
        return cancelTerms(state, event, now);
      case 'customer-move':
        return moveByCustomer(state, event, now);
      case 'staff-move':
        return moveByStaff(state, event, now);
      case 'pay-mode':
        state.customer(event.customer).outputFirst = event.outputFirst;
        return 'done';
      case 'tick':
        tick(state, now);
        carryOnCredits(state, now);
        return 'done';
      case 'close-mining':
        return closeMiningDay(state, event.date, now);
      case 'close-savings':
        return closeSavingsDay(state, event.date, now);
      case 'deposit-by-hand': {
        const { customer, coin, amount } = event;
        if (state.customer(customer).hasLeft) return 'refused';
        const type = coin === 'USDT' ? 'ELE_RECHARGE' : 'RECHARGE_BTC';
        const [from, to] = [houseOf('CASH', coin), walletOf(customer, coin)];
        state.books.post({ from, to, type, amount, date: businessDay(now) });
        payOwed(state, customer, now);
        return 'done';
      }
      case 'promotion': {
        const { customer, amount } = event;
        if (state.customer(customer).hasLeft) return 'refused';
        const [from, to] = [houseOf('PROMOTION_EXPENSE', 'USDT'), prepaidOf(customer)];
        state.books.post({ from, to, type: 'DAILY_PROFIT_FEEDBACK', amount, date: businessDay(now) });
        state.customer(customer).promotion += amount;
        payOwed(state, customer, now);
        return 'done';
      }
      case 'correct':
        return correct(state, event, now);
      case 'leave':
        return leave(state, event, now);
      case 'record-outage':
        return recordOutage(state, event, now);
      case 'credit-outage':
        return creditOutage(state, event, now);
      case 'correct-hosting':
        return correctHosting(state, event, now);
      case 'coins-arrive':
        return coinsArrive(state, event, now);
      case 'pool-payment':
        return payByPool(state, event, now);
      case 'settle':
        return settle(state, event, now);
      case 'subscribe':
        return subscribe(state, event, now);
      case 'redeem':
        return redeem(state, event, now);
      case 'redeem-interest':
        return redeemInterest(state, event, now);
      case 'pay-fund':
        return payFund(state, event, now);
      case 'rate':
        return setRate(state, event, now);
    }
  }
}
