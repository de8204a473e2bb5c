import { icon } from '@homie/ui';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import Crown from 'lucide-react/icons/crown';
import ExternalLink from 'lucide-react/icons/external-link';
import History from 'lucide-react/icons/history';
import Link from 'lucide-react/icons/link';
import KeyRound from 'lucide-react/icons/key-round';
import ListFilter from 'lucide-react/icons/list-filter';

// Each by its own path: a remote would otherwise read all drawings to find these.
export const IconAscending = icon(ArrowUp);
export const IconSort = icon(ArrowUpDown);
export const IconHistory = icon(History);
export const IconExternal = icon(ExternalLink);
export const IconFilter = icon(ListFilter);
export const IconLink = icon(Link);
/** Of the four states of access. The others are `IconX` and `IconUsers` of `@homie/ui`. */
export const IconDirectAccess = icon(KeyRound);
export const IconBothAccess = icon(Crown);
