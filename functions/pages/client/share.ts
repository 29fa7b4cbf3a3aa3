import { offerCopies } from "./copy.ts";
import { keepSnapshot, keepTrue, readCharts } from "./live.ts";

keepTrue();
void readCharts();
keepSnapshot();
offerCopies();
