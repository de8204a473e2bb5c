import { icon } from '@homie/ui';
import Activity from 'lucide-react/icons/activity';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import ChartColumn from 'lucide-react/icons/chart-column';
import Crown from 'lucide-react/icons/crown';
import Flag from 'lucide-react/icons/flag';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import ExternalLink from 'lucide-react/icons/external-link';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Link from 'lucide-react/icons/link';
import KeyRound from 'lucide-react/icons/key-round';
import ListFilter from 'lucide-react/icons/list-filter';
import X from 'lucide-react/icons/x';

// Each by its own path: a remote would otherwise read all icons to find these.
export const IconAscending = icon(ArrowUp);
export const IconSort = icon(ArrowUpDown);
export const IconHistory = icon(History);
export const IconExternal = icon(ExternalLink);
export const IconThumbsUp = icon(ThumbsUp);
export const IconThumbsDown = icon(ThumbsDown);
export const IconFlag = icon(Flag);
export const IconFilter = icon(ListFilter);
export const IconRemove = icon(X);
export const IconLink = icon(Link);
export const IconActivity = icon(Activity);
export const IconChart = icon(ChartColumn);
export const IconHome = icon(House);
export const IconOverview = icon(LayoutDashboard);
/** Of the four states of access. The others are `IconX` and `IconUsers` of `@homie/ui`. */
export const IconDirectAccess = icon(KeyRound);
export const IconBothAccess = icon(Crown);
