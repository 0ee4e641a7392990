"""Spanish."""

from memories.text.slots.lexicon.entries import Lists, counted

_ONES = """
cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete
veintiocho veintinueve
"""
_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"

SPANISH = Lists(
    language="es",
    function="""
el la los las lo un una unos unas de del al a en con por para y e o u que quien quién cual cuál donde dónde
como cómo cuando cuándo este esta estos estas ese esa esos esas esto eso yo me mi mis tú te ti tu tus él
ella le les se su sus nos nuestro nuestra nuestros nuestras vosotros os ellos ellas es son era eran ser fue
fueron sido soy eres somos está están estaba estoy hay ha han he has había haber tiene tienen tengo tener
tenemos debe deben puede pueden puedo desde hasta antes después si usuario usuaria usuarios persona gente
pongas nada
""",
    soft="""
si siempre favor ya muy también ahora actualmente simplemente realmente todo toda todos todas juntos juntas
cosa cosas nota recordatorio mismo misma bien así permite permiten permitido permitida vez =trabajacomo
""",
    light="""
hacer hace hago tomar toma dar da poner pone llevar lleva llevo ir va venir viene quedar queda usar usa
utilizar utiliza encontrar pasar pasa celebrar
""",
    implied="""
ubicado ubicada situado situada lugar dieta sigue posee escribe llama llamo nombre come comer beber bebe
planificar día habla hablar
""",
    verbs="""
es son está están tiene tienen ha han debe puede va trabaja vive gusta prefiere juega toca habla come bebe
usa cuesta dura empieza llama
""",
    negations="""
no nunca jamás sin ningún ninguna ninguno nadie tampoco ni apenas imposible evitar evita dejar dejado
prohibido prohibida prohibidos prohíbe prohibir
""",
    phrases="ya no; no más; en lugar de; en vez de; nada de",
    plain="no solo; no obstante; no hay problema",
    opposites="""
y | o
todos todas todo | algunos algunas varios pocos
debe deben | puede pueden
para | contra
activado activada activar activo | desactivado desactivada desactivar inactivo
abierto abierta abre abrir | cerrado cerrada cierra cerrar
antes | después
aumentar aumentó aumentado sube subir | disminuir disminuyó reducir baja bajar
verdadero sí | falso
aceptado aceptar acepta | rechazado rechazar rechaza
gusta encanta ama adora prefiere favorito favorita | odia detesta
mínimo menos | máximo
ascendente | descendente
público pública | privado privada
empieza empezar comienza comenzar inicio | termina terminar acaba fin
añadir agregar | borrar eliminar quitar borra
comprar comprado | vender vendido
temprano | tarde
alto alta | bajo baja
caliente | frío fría
largo larga | corto corta
rápido rápida | lento lenta
difícil | fácil
manual | automático automática
""",
    same="""
vivir, vive, viven, reside, vivo; trabajar, trabaja, empleado, empleada
reunir, reúne, reunión, junta, reuniones; llamar, llama, nombre; responsable, encarga, ocupa, cargo, lleva
responder, responde, contesta, contestar, respuesta; alérgica, alérgico, alergia; intolerante, intolerancia
comer, come, consume; ejecutar, lanzar, correr; fundar, fundada, fundaron; dirigir, liderar, dirige, lidera
móvil, teléfono, celular; ordenador, computadora, pc; piso, apartamento, departamento; médico, doctor
medicamento, pastilla, medicina; factura, recibo; contrato, acuerdo; pagar, abonar, paga; comprar, adquirir
empezar, comenzar, iniciar; llamada, telefonear; correo, email, mail, e mail; escribir, redactar, escrito
servidor, máquina; respaldo, copia, backup; aprobar, autorizar; recibir, obtener; recoger, buscar
cansado, agotado; enfermo, malo; roto, estropeado, averiado; corto, breve, conciso; importante, esencial
rápido, veloz; aproximadamente, unos, alrededor; miedo, teme; entrenar, entrenamiento
tocar, toca, toco, tocando; coche, carro, auto; empresa, compañía; jefe, jefa, gerente
compañero, compañera, colega; cliente, clienta; mujer, esposa; marido, esposo; madre, mamá
padre, papá; cumpleaños, nacido, nació, nací; costar, cuesta, precio; vencer, vence, caduca, válido
guardar, almacenar, guarda; carpeta, directorio; aplicación, app, programa; error, fallo, bug
trabajacomo, trabaja como
arreglar, reparar, corregir; cambiar, modificar; mudar, mudado, mudó; comprobar, verificar, revisar
aprender, estudiar, estudia; gustar, más; menudo, frecuentemente; veces, ocasionalmente; raramente, rara vez
solamente, únicamente; vacaciones, permiso; casero, propietario
""",
    irregular="""
jugar juega juegan juego; dormir duerme duermen; querer quiere; cerrar cierra cierran; empezar empieza
venir viene; decir dice; pedir pide; servir sirve; preferir prefiere prefieren; almorzar almuerza
nacer nació nací nacido; volver vuelve; contar cuenta; costar cuesta; encontrar encuentra; mover mueve
soñar sueña; probar prueba; conocer conozco; conducir conduce conduzco; traer trae traigo; salir sale salgo
saber sabe sé; escribir escrito; abrir abierto; romper roto; ver visto; vender vende; reunir reúne
seguir sigue; sentir siente; pensar piensa
""",
    months="""
enero ene; febrero feb; marzo; abril abr; mayo; junio jun; julio jul; agosto ago; septiembre sept setiembre
octubre oct; noviembre nov; diciembre dic
""",
    weekdays="lunes; martes; miércoles; jueves; viernes; sábado sábados; domingo domingos",
    numbers={
        **counted(0, _ONES.split()),
        **dict(zip(_TENS.split(), range(30, 100, 10), strict=True)),
        "docena": 12,
        "cien": 100,
        "ciento": 100,
        "doscientos": 200,
        "trescientos": 300,
        "quinientos": 500,
    },
    multipliers="mil 1000; millón 1000000; millones 1000000",
    ordinals="""
primero primera primer; segundo segunda; tercero tercera tercer; cuarto cuarta; quinto quinta; sexto sexta
séptimo séptima; octavo octava; noveno novena; décimo décima
""",
    articles="un una uno",
    every="cada por",
    frequencies="""
diario day; diariamente day; semanal week; mensual month; mensualmente month; anual year; quincenal fortnight
""",
    at="las a hasta desde antes después",
    oclock="horas hora h",
    morning="de la mañana; por la mañana",
    afternoon="de la tarde; de la noche; por la tarde; por la noche",
    noon="mediodía",
    midnight="medianoche",
    sequence="luego finalmente entonces",
    between="entre",
)
