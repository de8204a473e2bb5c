import {
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  Building2,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Clock,
  Copy,
  Crown,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  FileText,
  Globe,
  House,
  Inbox,
  Info,
  KeyRound,
  Lock,
  LogOut,
  Menu,
  MessageSquare,
  Moon,
  PanelLeft,
  Paperclip,
  Pencil,
  Plus,
  RefreshCw,
  Search,
  Settings,
  ShieldCheck,
  Sparkles,
  Square,
  Sun,
  Trash2,
  TriangleAlert,
  User,
  UserRound,
  Users,
  X,
} from 'lucide-react';
import { icon } from './icon.tsx';

export const IconPlus = icon(Plus);
export const IconMenu = icon(Menu);
export const IconSun = icon(Sun);
export const IconMoon = icon(Moon);
export const IconSend = icon(ArrowUp);
export const IconTrash = icon(Trash2);
export const IconPencil = icon(Pencil);
export const IconMore = icon(Ellipsis);
export const IconSearch = icon(Search);
export const IconUser = icon(User);
export const IconUsers = icon(Users);
export const IconShield = icon(ShieldCheck);
export const IconSignOut = icon(LogOut);
export const IconSettings = icon(Settings);
export const IconBuilding = icon(Building2);
export const IconPerson = icon(UserRound);
export const IconChevronLeft = icon(ChevronLeft);
export const IconChevronRight = icon(ChevronRight);
export const IconChevronDown = icon(ChevronDown);
export const IconX = icon(X);
export const IconCheck = icon(Check);
export const IconAlert = icon(TriangleAlert);
export const IconInfo = icon(Info);
export const IconGlobe = icon(Globe);
export const IconPaperclip = icon(Paperclip);
export const IconStop = icon(Square);
export const IconRefresh = icon(RefreshCw);
export const IconCopy = icon(Copy);
export const IconClock = icon(Clock);
export const IconFile = icon(FileText);
export const IconSparkle = icon(Sparkles);
export const IconArrowDown = icon(ArrowDown);
export const IconArrowLeft = icon(ArrowLeft);
export const IconHome = icon(House);
export const IconPanelLeft = icon(PanelLeft);
export const IconExternal = icon(ExternalLink);
export const IconKey = icon(KeyRound);
export const IconCrown = icon(Crown);
export const IconEye = icon(Eye);
export const IconEyeOff = icon(EyeOff);
export const IconSuccess = icon(CircleCheck);
export const IconError = icon(CircleAlert);
export const IconMessage = icon(MessageSquare);
export const IconLock = icon(Lock);
export const IconInbox = icon(Inbox);
