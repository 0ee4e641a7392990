"""English words for one thing, beside those of the main list: of the household, of work, of software.

One group per line or semicolon. Two words stand in one group only where neither says more than the other: a
species and its kind, a part and its whole, `must` and `should` stand apart.
"""

EVERYDAY = """
sofa, couch, settee; fridge, refrigerator; tap, faucet; pavement, sidewalk; nappy, diaper
jumper, sweater, pullover; trousers, pants; sweets, candy; maths, math, mathematics; university, uni
lawyer, attorney, solicitor; vet, veterinarian; baby, infant, newborn; teenager, teen; neighbour, neighbor
roommate, flatmate, housemate; tenant, renter; guest, visitor; city, town; country, nation
aim, goal, target, objective; purpose, intention; advantage, benefit, upside
disadvantage, drawback, downside
amount, quantity; portion, piece; beginning, start; parcel, package; postcode, zip code, zip, postal code
surname, last name, family name; first name, given name, forename; glasses, spectacles; flu, influenza
operation, surgery; physio, physiotherapy, physical therapy
walk, stroll; cinema, movie theater, movie theatre; plane, airplane, aeroplane, aircraft
subway, underground, metro, tube; taxi, cab; car park, parking lot; motorway, highway, freeway
petrol station, gas station, filling station; luggage, baggage; accommodation, lodging
vegetables, vegetable, veg, veggies; prawn, shrimp; aubergine, eggplant; courgette, zucchini
coriander, cilantro; delicious, tasty; cutlery, silverware; stove, hob, cooker; washing machine, washer
vacuum cleaner, vacuum, hoover; carpet, rug; cellar, basement; attic, loft; plug, socket
air conditioning, aircon, ac, air conditioner; torch, flashlight; spanner, wrench; soft drink, soda
mother tongue, native language, first language, native speaker, mother tongue speaker
metric units, metric system, metric measurements; imperial units, imperial system, imperial measurements
celsius, centigrade; city centre, city center, town centre, town center, downtown
abroad, overseas; near, nearby, close to, close by; next to, beside; single, unmarried
unemployed, jobless, out of work; dead, deceased; rich, wealthy; clever, smart, intelligent; empty, blank
huge, enormous; missing, absent; extra, additional, further; ready, prepared; common, usual
immediately, at once, right away, straight away, instantly, asap, as soon as possible
keep, retain, save; continue, carry on, carries on, keep on, keeps on, proceed; remember, recall
believe, think
speak, talk; seem, appear; marry, married, wed; bring up, brings up, brought up, raise
fire, laid off, let go, sacked, dismissed; look for, looks for, looking for, seek, search
call, phone, ring, telephone, give a call, gives a call; set aside, sets aside, put aside, puts aside, save
organise, arrange; intend, plan; consider, think about, thinks about; refund, reimburse, reimbursement
employee, staff, personnel; discount, rebate; gift, present; rain coat, raincoat
get married, gets married, wed
end, run until, runs until, last until, lasts until
want, ask for, asks for, asked for, ask to be, asks to be, asked to be, ask that, asks that, asked that
years old, year old, aged; full time, fulltime; part time, parttime; self employed, freelance, freelancer
from home, remote, remotely, home office; name, codename, nickname, known as; nut, nuts; meat, meats
"""

TECHNICAL = """
log in, sign in, signs in, signed in, log on, login, signin
log out, sign out, signs out, signed out, log off, logout
sign up, signs up, signed up, register, registration; username, user name; build, compile; library, lib
variable, var; constant, const; string, str; integer, int; boolean, bool; dictionary, dict
frontend, front end, client side; backend, back end, server side
cron, cron job, cron jobs, cronjob, scheduled job, scheduled task; memory, ram; cpu, processor
gpu, graphics card; hard drive, hard disk, hdd; timeout, time out, times out, timed out
restart, reboot; upgrade, update; roll back, rolls back, rolled back, rollback, revert, undo
environment variable, environment variables, env var, env vars
command line, cli, terminal, console, shell; operating system, os; editor, ide
keyboard shortcut, shortcut, hotkey; dark mode, dark theme; light mode, light theme
standup, stand up, stand ups, daily scrum; retro, retrospective; feedback, comment
heading, headline, title; emoji, emoticon, smiley; casual, informal; detailed, in detail, thorough
example, sample; link, hyperlink, url; british english, uk english; american english, us english
24 hour clock, 24 hour format, 24 hour time; calculate, compute; sort, order
highlight, emphasise, emphasize, stress; label, tag, mark; sync, synchronise, synchronize
combine, merge, unite; truncate, cut off; cap, limit, capped at, limited to, limit to
comment, remark; endpoint, route; request, req; response, resp; statistics, stats; average, mean
markdown, md; javascript, js; typescript, ts; postgresql, postgres; kubernetes, k8s; python, py
continuous integration, ci; dependency, dependencies, deps; test suite, tests; type hints, type annotations
"""
